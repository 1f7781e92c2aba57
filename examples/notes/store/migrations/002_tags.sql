CREATE TABLE note_tags (
	note_id INTEGER NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
	tag     TEXT NOT NULL,
	PRIMARY KEY (note_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_tags_by_tag ON note_tags (tag, note_id);
