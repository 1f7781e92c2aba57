// Package notes says what a notebook can do, for Go programs and for models
// alike: the interface [Notebook] is implemented by a store, and by the
// generated client of a server that holds one.
//
//mcp:server name=notes version=1.0.0 title="Notes" instructions="A person's notes in Markdown. Search before you create, so that one subject stays in one note. To change a note, get it first: update_note wants its version. Quote notes by title and id."
package notes

import (
	"context"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

//go:generate go tool mcpgen

// CodeConflict is the code of the error of a change to a version that is not
// the newest. The other codes in use are those of the runtime: not_found,
// bad_argument, and busy when another program holds the notes for too long.
const CodeConflict = "conflict"

// MaxBody is the length of a note's text, in characters.
const MaxBody = 200_000

// NewServer returns a server of everything that n can do.
func NewServer(n Notebook, opts ...mcpruntime.Option) *mcpruntime.Server {
	srv := NewMCPServer(opts...)
	RegisterNotebookMCP(srv, n)
	return srv
}

// Tag is a word that groups notes: in lower case and without spaces or a
// leading #. Other spellings are brought into this form.
//
//mcp:field minLength=1 maxLength=50 example=work
type Tag string

// Summary is a note without its text.
type Summary struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	// in alphabetical order
	Tags []Tag `json:"tags"`
	// counts the changes of title and body; update_note wants it
	Version int64     `json:"version"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// Note is a note.
type Note struct {
	Summary
	// Markdown
	Body string `json:"body"`
}

// Hit is a note that a search has found.
type Hit struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Tags  []Tag  `json:"tags"`
	// the part of the text that fits best, with what was found in **bold**
	Snippet string `json:"snippet"`
}

// Page is a part of the list of notes.
type Page struct {
	Notes []Summary `json:"notes"`
	// pass this as before to get the next page; absent on the last page
	Next *int64 `json:"next,omitempty"`
}

// TagCount says how often a tag is used.
type TagCount struct {
	Tag   Tag   `json:"tag"`
	Notes int64 `json:"notes"`
}

// Notebook is a collection of notes. Its implementations are safe for
// concurrent use. A note or tag that does not exist is an [*mcpruntime.Error]
// with the code not_found.
type Notebook interface {
	// CreateNote writes a new note. Search first: when there is a note about the
	// subject, append_note or update_note is better.
	//
	//mcp:tool destructive=false openworld=false
	//mcp:param title minLength=1 maxLength=200
	//mcp:param body maxLength=200000
	//mcp:param tags maxItems=20
	CreateNote(ctx context.Context,
		title string, // one line that says what the note is about
		body string, // Markdown, without the title; may be empty
		tags ...Tag, // what to file it under; list_tags shows which are in use
	) (Summary, error)

	// GetNote returns a note with its whole text.
	//
	//mcp:tool readonly idempotent openworld=false
	GetNote(ctx context.Context,
		id int64, // as search_notes and list_notes give it
	) (Note, error)

	// UpdateNote replaces the title, the text, or both; what is left out stays as
	// it is. If the note has changed since it was read, nothing happens and the
	// error is a conflict: get the note again and apply the change to that. To
	// add something at the end use append_note, which never conflicts.
	//
	//mcp:tool destructive idempotent openworld=false
	//mcp:param title minLength=1 maxLength=200
	//mcp:param body maxLength=200000
	UpdateNote(ctx context.Context,
		id int64, // which note
		version int64, // the version that the change is based on, as get_note gave it
		title *string, // the new title
		body *string, // the whole new text in Markdown
	) (Summary, error)

	// AppendNote adds a paragraph at the end of a note.
	//
	//mcp:tool destructive=false openworld=false
	//mcp:param text minLength=1 maxLength=100000
	AppendNote(ctx context.Context,
		id int64, // which note
		text string, // Markdown; a blank line is put before it
	) (Summary, error)

	// DeleteNote deletes a note for good. Ask the person before.
	//
	//mcp:tool destructive idempotent openworld=false
	DeleteNote(ctx context.Context,
		id int64, // which note
		version *int64, // delete only this version, and fail with a conflict when the note has changed since
	) error

	// SearchNotes finds notes by what they say, best first. A note must hold all
	// the words; a word also finds longer ones that begin with it, and case and
	// accents do not matter. "Words in double quotes" must stand like that, and a
	// -word must not occur.
	//
	//mcp:tool readonly idempotent openworld=false
	//mcp:param query minLength=1 maxLength=500 example="budget meeting -draft"
	//mcp:param limit min=1 max=50 default=10
	SearchNotes(ctx context.Context,
		query string, // what to look for
		tag *Tag, // only notes with this tag
		limit int, // how many at most
	) ([]Hit, error)

	// ListNotes lists notes, newest first, a page at a time.
	//
	//mcp:tool readonly idempotent openworld=false
	//mcp:param limit min=1 max=100 default=20
	ListNotes(ctx context.Context,
		tag *Tag, // only notes with this tag
		before *int64, // next of the page before; leave it out for the first page
		limit int, // how many at most
	) (Page, error)

	// TagNote adds tags to a note and returns all that it has then.
	//
	//mcp:tool destructive=false idempotent openworld=false
	//mcp:param tags minItems=1 maxItems=20
	TagNote(ctx context.Context,
		id int64, // which note
		tags []Tag, // what to add
	) ([]Tag, error)

	// UntagNote takes tags off a note and returns those that are left. A tag that
	// it does not have is no error.
	//
	//mcp:tool destructive idempotent openworld=false
	//mcp:param tags minItems=1 maxItems=20
	UntagNote(ctx context.Context,
		id int64, // which note
		tags []Tag, // what to take off
	) ([]Tag, error)

	// ListTags lists the tags in use, the most used first.
	//
	//mcp:tool readonly idempotent openworld=false
	ListTags(ctx context.Context) ([]TagCount, error)

	// RenameTag gives a tag another name on all notes, and returns how many there
	// are. If the new name is in use, the two become one for good.
	//
	//mcp:tool destructive openworld=false
	RenameTag(ctx context.Context,
		from Tag, // the tag as it is
		to Tag, // the tag as it will be
	) (int64, error)

	// NoteText is a note as one Markdown document.
	//
	//mcp:resource uri=note://{id} name=note title="A note" mime=text/markdown
	NoteText(ctx context.Context,
		id string, // the number of the note
	) (string, error)

	// Index lists the notes that were changed last, with links to them.
	//
	//mcp:resource uri=notes://index name=index title="Recent notes" mime=text/markdown
	Index(ctx context.Context) (string, error)

	// Review asks for a look back on the notes of the last days: what happened,
	// what was decided, what is open.
	//
	//mcp:prompt name=review title="Review my notes"
	//mcp:param days min=1 max=366 default=7
	Review(ctx context.Context,
		days int, // how many days to look back
		tag *string, // only notes with this tag
	) (string, error)

	// CompleteTag lists the tags that begin with what has been typed.
	//
	//mcp:complete prompt=review arg=tag
	CompleteTag(ctx context.Context, prefix string) ([]string, error)
}
