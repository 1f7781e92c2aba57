package excel

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// maxList is how many files are listed.
const maxList = 1000

// CreateWorkbook makes a workbook with empty sheets.
//
//mcp:tool group=workbook destructive=false openworld=false
//mcp:param sheets maxItems=50
func (f *Files) CreateWorkbook(ctx context.Context,
	path string, // new file, such as reports/2026.xlsx
	sheets ...string, // names of the sheets; without any, one named Sheet1
) error {
	first := "Sheet1"
	if len(sheets) > 0 {
		first, sheets = sheets[0], sheets[1:]
	}
	return f.make(ctx, path, first, func(b *book) error {
		for _, name := range sheets {
			if err := b.addSheet(name); err != nil {
				return err
			}
		}
		return nil
	})
}

// File is a workbook's file.
type File struct {
	Path     string    `json:"path"`
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
}

// ListWorkbooks lists workbooks, in subfolders too.
//
//mcp:tool group=workbook readonly idempotent openworld=false
func (f *Files) ListWorkbooks(ctx context.Context,
	folder *string, // where to look; without it, everywhere
) ([]File, error) {
	from := "."
	if folder != nil && *folder != "." {
		if err := checkPath(*folder); err != nil {
			return nil, err
		}
		from = path.Clean(*folder)
		if err := noLinks(f.root, from); err != nil {
			return nil, err
		}
	}
	var files []File
	err := fs.WalkDir(f.root.FS(), from, func(p string, d fs.DirEntry, err error) error {
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if d.IsDir() && p != from && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "~$") || !strings.EqualFold(path.Ext(p), ".xlsx") {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return ignoreMissing(err)
		}
		if len(files) == maxList {
			return tooLarge("there are more than %d workbooks: name a folder", maxList)
		}
		files = append(files, File{p, info.Size(), info.ModTime().UTC().Truncate(time.Second)})
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, notFound("there is no folder %s", from)
	}
	return files, err
}

// Info says what a workbook holds.
type Info struct {
	Path       string     `json:"path"`
	Properties Properties `json:"properties,omitzero"`
	Sheets     []Sheet    `json:"sheets"`
}

// Properties are what a workbook says about itself.
type Properties struct {
	Title    string `json:"title,omitempty"`
	Author   string `json:"author,omitempty"`
	Subject  string `json:"subject,omitempty"`
	Keywords string `json:"keywords,omitempty"`
}

// Sheet is a sheet of a workbook, without its cells.
type Sheet struct {
	Name string `json:"name"`
	// range that holds something; absent on an empty sheet
	Used string `json:"used,omitempty"`
	// values of the first row of that range
	Header []string `json:"header,omitempty"`
	// names of the tables
	Tables []string `json:"tables,omitempty"`
	// merged ranges
	Merged []string `json:"merged,omitempty"`
}

// WorkbookInfo returns the sheets with their used ranges, headers and tables.
//
//mcp:tool group=workbook readonly idempotent openworld=false
func (f *Files) WorkbookInfo(ctx context.Context,
	path string, // workbook
) (Info, error) {
	var info Info
	err := f.view(ctx, path, func(b *book) (err error) {
		info.Path = b.path
		props, err := b.GetDocProps()
		if err != nil {
			return err
		}
		info.Properties = Properties{props.Title, props.Creator, props.Subject, props.Keywords}
		for _, name := range b.GetSheetList() {
			sheet, err := b.describe(name)
			if err != nil {
				return err
			}
			info.Sheets = append(info.Sheets, sheet)
		}
		return nil
	})
	return info, err
}

// describe says what a sheet holds; a sheet of other things than cells has only
// a name.
func (b *book) describe(name string) (Sheet, error) {
	s := Sheet{Name: name}
	if _, err := b.GetSheetProps(name); err != nil {
		return s, nil
	}
	a, ok, err := b.used(name)
	if err != nil {
		return s, err
	}
	if ok {
		header, err := b.header(name, area{a.left, a.top, min(a.right, a.left+99), a.top})
		if err != nil {
			return s, err
		}
		s.Used, s.Header = a.String(), header
	}
	tables, err := b.GetTables(name)
	if err != nil {
		return s, err
	}
	for _, table := range tables {
		s.Tables = append(s.Tables, table.Name)
	}
	merged, err := b.GetMergeCells(name)
	if err != nil {
		return s, err
	}
	for _, m := range merged {
		s.Merged = append(s.Merged, m.GetStartAxis()+":"+m.GetEndAxis())
	}
	slices.Sort(s.Merged)
	return s, nil
}

// header returns the first row of an area as text.
func (b *book) header(sheet string, a area) ([]string, error) {
	rows, err := b.read(sheet, a.row(0))
	if err != nil {
		return nil, err
	}
	names := make([]string, len(rows[0]))
	for i, v := range rows[0] {
		names[i] = show(v)
	}
	return names, nil
}

// SetProperties changes properties of a workbook; what is left out stays.
//
//mcp:tool group=workbook destructive idempotent openworld=false
//mcp:param title maxLength=255
//mcp:param author maxLength=255
//mcp:param subject maxLength=255
//mcp:param keywords maxLength=255
func (f *Files) SetProperties(ctx context.Context,
	path string, // workbook
	title *string,
	author *string, // who made it
	subject *string, // what it is about
	keywords *string, // words to find it by, with commas
) error {
	if title == nil && author == nil && subject == nil && keywords == nil {
		return badArgument("nothing is to change: give title, author, subject or keywords")
	}
	return f.edit(ctx, path, func(b *book) error {
		props, err := b.GetDocProps()
		if err != nil {
			return err
		}
		for to, from := range map[*string]*string{&props.Title: title, &props.Creator: author, &props.Subject: subject, &props.Keywords: keywords} {
			if from != nil {
				*to = *from
			}
		}
		return b.SetDocProps(&excelize.DocProperties{
			Title: props.Title, Creator: props.Creator, Subject: props.Subject, Keywords: props.Keywords,
			Category: props.Category, ContentStatus: props.ContentStatus, Created: props.Created, Description: props.Description,
			Identifier: props.Identifier, LastModifiedBy: props.LastModifiedBy, Modified: time.Now().UTC().Format(time.RFC3339),
			Revision: props.Revision, Language: props.Language, Version: props.Version,
		})
	})
}
