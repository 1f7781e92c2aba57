package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
)

// action is a command with its arguments. It knows the interface alone: whether
// the notes are near or far makes no difference.
type action func(ctx context.Context, n notes.Notebook, out io.Writer) error

// input is what a command was called with.
type input struct {
	words []string
	stdin io.Reader
	tags  []notes.Tag
	limit int
	days  int
}

// commands are what the client can do. Min is the least number of words.
var commands = []struct {
	name, args, about string
	min               int
	make              func(input) (action, error)
}{
	{"add", "[-tag TAG] TITLE [TEXT]", "write a new note", 1, add},
	{"append", "ID TEXT", "add a paragraph", 2, appendText},
	{"replace", "ID TEXT", "replace the text", 2, replace},
	{"show", "ID", "print a note", 1, show},
	{"rm", "ID", "delete a note", 1, remove},
	{"search", "[-tag TAG] [-n N] QUERY", "find notes by what they say", 1, search},
	{"list", "[-tag TAG] [-n N]", "list all notes, newest first", 0, list},
	{"tag", "ID TAG...", "add tags", 2, tag},
	{"untag", "ID TAG...", "take tags off", 2, untag},
	{"tags", "", "list the tags in use", 0, tags},
	{"index", "", "print the resource notes://index", 0, index},
	{"review", "[-tag TAG] [-days N]", "print the prompt review", 0, review},
}

// parse makes an action of the words of a command line. A TEXT "-" is read from
// standard input.
func parse(args []string, stdin io.Reader) (action, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("%w: which command?", errUsage)
	}
	for _, c := range commands {
		if c.name != args[0] {
			continue
		}
		in, err := parseInput(args[1:], stdin)
		if err != nil {
			return nil, err
		}
		if len(in.words) < c.min {
			return nil, fmt.Errorf("%w: %s wants %s", errUsage, c.name, c.args)
		}
		return c.make(in)
	}
	return nil, fmt.Errorf("%w: there is no command %q", errUsage, args[0])
}

func parseInput(args []string, stdin io.Reader) (input, error) {
	in := input{stdin: stdin}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error says the same
	flags.Func("tag", "", func(s string) error { in.tags = append(in.tags, notes.Tag(s)); return nil })
	flags.IntVar(&in.limit, "n", 20, "")
	flags.IntVar(&in.days, "days", 7, "")
	if err := flags.Parse(args); err != nil {
		return in, fmt.Errorf("%w: %w", errUsage, err)
	}
	in.words = flags.Args()
	return in, nil
}

// id returns the first word as the number of a note.
func (in input) id() (int64, error) {
	id, err := strconv.ParseInt(in.words[0], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is not the number of a note", errUsage, in.words[0])
	}
	return id, nil
}

// text returns the words from the i-th on, or standard input for "-".
func (in input) text(i int) (string, error) {
	if slices.Equal(in.words[i:], []string{"-"}) {
		data, err := io.ReadAll(in.stdin)
		return string(data), err
	}
	return strings.Join(in.words[i:], " "), nil
}

// tag returns the tag to look for, nil for none.
func (in input) tag() *notes.Tag {
	if len(in.tags) == 0 {
		return nil
	}
	return &in.tags[0]
}

// printNote prints a note in one line.
func printNote(out io.Writer, n notes.Summary) error {
	return printLine(out, n.ID, n.Title, n.Tags)
}

func printLine(out io.Writer, id int64, title string, tags []notes.Tag) error {
	line := fmt.Sprintf("%d  %s", id, title)
	for _, t := range tags {
		line += " #" + string(t)
	}
	_, err := fmt.Fprintln(out, line)
	return err
}
