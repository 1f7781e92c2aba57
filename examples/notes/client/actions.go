package main

import (
	"context"
	"fmt"
	"io"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
)

func add(in input) (action, error) {
	body, err := in.text(1)
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		note, err := n.CreateNote(ctx, in.words[0], body, in.tags...)
		if err != nil {
			return err
		}
		return printNote(out, note)
	}, err
}

// withText makes an action of a note's number and a text.
func withText(in input, do func(ctx context.Context, n notes.Notebook, id int64, text string) (notes.Summary, error)) (action, error) {
	id, err := in.id()
	if err != nil {
		return nil, err
	}
	text, err := in.text(1)
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		note, err := do(ctx, n, id, text)
		if err != nil {
			return err
		}
		return printNote(out, note)
	}, err
}

func appendText(in input) (action, error) {
	return withText(in, func(ctx context.Context, n notes.Notebook, id int64, text string) (notes.Summary, error) {
		return n.AppendNote(ctx, id, text)
	})
}

// replace fails with a conflict when somebody else is quicker.
func replace(in input) (action, error) {
	return withText(in, func(ctx context.Context, n notes.Notebook, id int64, text string) (notes.Summary, error) {
		note, err := n.GetNote(ctx, id)
		if err != nil {
			return note.Summary, err
		}
		return n.UpdateNote(ctx, id, note.Version, nil, &text)
	})
}

func show(in input) (action, error) {
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		text, err := n.NoteText(ctx, in.words[0])
		return printText(out, text, err)
	}, nil
}

func remove(in input) (action, error) {
	id, err := in.id()
	return func(ctx context.Context, n notes.Notebook, _ io.Writer) error {
		return n.DeleteNote(ctx, id, nil)
	}, err
}

func search(in input) (action, error) {
	query, err := in.text(0)
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		hits, err := n.SearchNotes(ctx, query, in.tag(), in.limit)
		for _, h := range hits {
			if err := printLine(out, h.ID, h.Title, h.Tags); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "   %s\n", h.Snippet); err != nil {
				return err
			}
		}
		return err
	}, err
}

// list asks for one page after the other.
func list(in input) (action, error) {
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		for before := (*int64)(nil); ; {
			page, err := n.ListNotes(ctx, in.tag(), before, in.limit)
			if err != nil {
				return err
			}
			for _, note := range page.Notes {
				if err := printNote(out, note); err != nil {
					return err
				}
			}
			if before = page.Next; before == nil {
				return nil
			}
		}
	}, nil
}

func tag(in input) (action, error) { return changeTags(in, notes.Notebook.TagNote) }

func untag(in input) (action, error) { return changeTags(in, notes.Notebook.UntagNote) }

func changeTags(in input, change func(notes.Notebook, context.Context, int64, []notes.Tag) ([]notes.Tag, error)) (action, error) {
	id, err := in.id()
	var tags []notes.Tag
	for _, word := range in.words[1:] {
		tags = append(tags, notes.Tag(word))
	}
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		after, err := change(n, ctx, id, tags)
		if err != nil {
			return err
		}
		return printLine(out, id, "has", after)
	}, err
}

func tags(input) (action, error) {
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		counts, err := n.ListTags(ctx)
		for _, c := range counts {
			if _, err := fmt.Fprintf(out, "%d  #%s\n", c.Notes, c.Tag); err != nil {
				return err
			}
		}
		return err
	}, nil
}

func index(input) (action, error) {
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		text, err := n.Index(ctx)
		return printText(out, text, err)
	}, nil
}

func review(in input) (action, error) {
	return func(ctx context.Context, n notes.Notebook, out io.Writer) error {
		text, err := n.Review(ctx, in.days, (*string)(in.tag()))
		return printText(out, text, err)
	}, nil
}

func printText(out io.Writer, text string, err error) error {
	if err == nil {
		_, err = io.WriteString(out, text)
	}
	return err
}
