-- AUTOINCREMENT: links to a note that was deleted never lead to another one.
CREATE TABLE notes (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	title   TEXT NOT NULL,
	body    TEXT NOT NULL,
	version INTEGER NOT NULL DEFAULT 1,
	created INTEGER NOT NULL, -- Unix time in milliseconds
	updated INTEGER NOT NULL
) STRICT;

CREATE INDEX notes_by_updated ON notes (updated DESC, id DESC);
