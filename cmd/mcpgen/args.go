package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mcpgen/mcpgen/internal/gen"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// line is a command line taken apart.
type line struct {
	verb  string // "" when none was given
	flags []flagArg
	words []string // what is neither a flag nor a flag's value
	rest  []string // what stands behind "--": packages, whatever they look like

	help, version bool
}

type flagArg struct {
	name  string
	text  string // as it goes to the flag parser
	empty bool   // has a value, and it is empty
}

// arrange brings args into the one order that the flag parser of cli/v2
// understands, verb, flags, packages, since it stops reading flags at the
// first package. Flags may stand anywhere, in the forms -f v, -f=v, --f v and
// --f=v; after "--" everything is a package. What it cannot place is a
// [gen.UsageError].
func (p *program) arrange(ctx context.Context, app *cli.App, args []string) ([]string, error) {
	l, err := split(app, args)
	if err != nil {
		return nil, err
	}
	if err := p.takeVerb(ctx, app, &l); err != nil {
		return nil, err
	}
	switch {
	case l.help || l.verb == "help":
		return helpFor(app, l)
	case l.version:
		l.verb = "version"
	case l.verb == "":
		l.verb = "gen"
	}
	l.words = append(l.words, l.rest...)
	if err := checkFlags(app, l); err != nil {
		return nil, err
	}
	if err := p.checkPackages(ctx, l.words); err != nil {
		return nil, err
	}
	out := []string{app.Name, l.verb}
	for _, f := range l.flags {
		out = append(out, f.text)
	}
	return append(append(out, "--"), l.words...), nil
}

// helpFor is the command line that prints the manual, of one command or of all.
func helpFor(app *cli.App, l line) ([]string, error) {
	topic := l.verb
	if topic == "help" {
		topic = strings.Join(l.words, " ")
	}
	if topic == "" || topic == "help" {
		return []string{app.Name, "help"}, nil
	}
	if app.Command(topic) == nil {
		return nil, usage("there is no command %q; want one of %s", topic, strings.Join(verbs(app), ", "))
	}
	return []string{app.Name, "help", topic}, nil
}

// split tells flags and their values from words. Flags of all commands are
// known here, since the verb may stand behind them.
func split(app *cli.App, args []string) (line, error) {
	var l line
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			l.rest = args[i+1:]
			break
		}
		if !strings.HasPrefix(arg, "-") || arg == "-" {
			l.words = append(l.words, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		switch name {
		case "h", "help":
			l.help = true
			continue
		case "v", "version":
			l.version = true
			continue
		}
		flag := findFlag(app, name)
		switch {
		case flag == nil:
			return l, unknownFlag(app, name)
		case hasValue || !flag.TakesValue():
			value = "=" + value
			if !hasValue {
				value = ""
			}
		case i+1 == len(args):
			return l, usage("flag --%s needs a value", name)
		default:
			i++
			value = "=" + args[i]
		}
		l.flags = append(l.flags, flagArg{name: name, text: "--" + name + value, empty: value == "="})
	}
	return l, nil
}

// takeVerb moves the verb out of the words, if the first word is one. A word
// that is neither a verb nor a package is an error here: as a package it would
// lead to a message that does not help someone who has misspelt a verb.
func (p *program) takeVerb(ctx context.Context, app *cli.App, l *line) error {
	if len(l.words) == 0 {
		return nil
	}
	first := l.words[0]
	verbs := verbs(app)
	if slices.Contains(verbs, first) {
		l.verb, l.words = first, l.words[1:]
		return nil
	}
	for _, w := range l.words[1:] {
		if slices.Contains(verbs, w) {
			return usage("the command comes first: mcpgen %s %s (a folder of that name is ./%s)", w, first, w)
		}
	}
	if first == "" || looksLikePackage(first) || p.isImportPath(ctx, first) {
		return nil
	}
	msg := fmt.Sprintf("unknown command %q", first)
	if meant := near.Name(first, verbs); meant != "" {
		msg += "; did you mean " + meant + "?"
	} else {
		msg += "; want one of " + strings.Join(verbs, ", ") + ", or a package"
	}
	return gen.UsageError(msg + p.folderHint(first))
}

// folderHint says how a folder is written, for someone who left out the "./".
func (p *program) folderHint(word string) string {
	if info, err := os.Stat(filepath.Join(p.dir, word)); err == nil && info.IsDir() {
		return " (the folder is ./" + filepath.ToSlash(filepath.Clean(word)) + ")"
	}
	return ""
}

// checkPackages refuses an empty package, most often a variable that a script
// forgot to set, and the bare name of a folder, which go tools do not take.
func (p *program) checkPackages(ctx context.Context, words []string) error {
	for _, w := range words {
		if w == "" {
			return usage("a package is empty; write . for the current folder")
		}
		if strings.HasPrefix(w, ".") || strings.HasSuffix(w, ".go") || strings.Contains(w, "...") || filepath.IsAbs(w) {
			continue
		}
		if hint := p.folderHint(w); hint != "" && !p.isImportPath(ctx, w) {
			return usage("there is no package %q%s", w, hint)
		}
	}
	return nil
}

// looksLikePackage reports whether a word can only be meant as a package.
func looksLikePackage(word string) bool {
	return strings.HasPrefix(word, ".") || strings.HasSuffix(word, ".go") ||
		strings.Contains(word, "...") || strings.ContainsAny(word, `/\`)
}

// isImportPath asks the go command about a bare word; a module may well be
// called just "weather".
func (p *program) isImportPath(ctx context.Context, word string) bool {
	cmd := exec.CommandContext(ctx, "go", "list", "-find", "--", word)
	cmd.Dir = p.dir
	return cmd.Run() == nil
}

func verbs(app *cli.App) []string {
	var names []string
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	return append(names, "help")
}

// valued is what every flag of cli/v2 implements.
type valued interface {
	cli.Flag
	TakesValue() bool
}

func flagOf(c *cli.Command, name string) valued {
	for _, f := range c.Flags {
		if v, ok := f.(valued); ok && slices.Contains(f.Names(), name) {
			return v
		}
	}
	return nil
}

func findFlag(app *cli.App, name string) valued {
	for _, c := range app.Commands {
		if f := flagOf(c, name); f != nil {
			return f
		}
	}
	return nil
}

func unknownFlag(app *cli.App, name string) error {
	var names []string
	for _, c := range app.Commands {
		for _, f := range c.Flags {
			if n := f.Names()[0]; !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	if meant := near.Name(name, names); meant != "" {
		return usage("unknown flag --%s; did you mean --%s?", name, meant)
	}
	return usage("unknown flag --%s; want one of --%s", name, strings.Join(names, ", --"))
}

// checkFlags refuses a flag that belongs to another verb or stands twice, and
// empty values, which most often are a variable that a script forgot to set.
func checkFlags(app *cli.App, l line) error {
	seen := map[string]bool{}
	for _, f := range l.flags {
		if seen[f.name] {
			return usage("flag --%s stands twice", f.name)
		}
		seen[f.name] = true
		if flagOf(app.Command(l.verb), f.name) == nil {
			return usage("%s has no flag --%s; that is one of %s", l.verb, f.name, strings.Join(owners(app, f.name), ", "))
		}
		if f.empty && f.name != "tags" {
			return usage("flag --%s needs a value", f.name)
		}
	}
	return nil
}

func owners(app *cli.App, flag string) []string {
	var names []string
	for _, c := range app.Commands {
		if flagOf(c, flag) != nil {
			names = append(names, c.Name)
		}
	}
	return names
}

func usage(format string, args ...any) error {
	return gen.UsageError(fmt.Sprintf(format, args...))
}
