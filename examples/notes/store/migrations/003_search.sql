-- The index holds no copy of the texts; the triggers keep it in step.
CREATE VIRTUAL TABLE notes_fts USING fts5 (
	title, body,
	content = 'notes', content_rowid = 'id',
	tokenize = 'unicode61 remove_diacritics 2',
	prefix = '2 3'
);

CREATE TRIGGER notes_fts_insert AFTER INSERT ON notes BEGIN
	INSERT INTO notes_fts (rowid, title, body) VALUES (new.id, new.title, new.body);
END;

CREATE TRIGGER notes_fts_delete AFTER DELETE ON notes BEGIN
	INSERT INTO notes_fts (notes_fts, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
END;

CREATE TRIGGER notes_fts_update AFTER UPDATE OF title, body ON notes BEGIN
	INSERT INTO notes_fts (notes_fts, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
	INSERT INTO notes_fts (rowid, title, body) VALUES (new.id, new.title, new.body);
END;

INSERT INTO notes_fts (notes_fts) VALUES ('rebuild');
