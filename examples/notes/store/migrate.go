package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
)

// migrations make the n-th form of the database out of the one before. What has
// been released never changes: other forms are made by further files.
//
//go:embed migrations/*.sql
var migrations embed.FS

// applicationID marks a database as one of ours; "note" in ASCII.
const applicationID = 0x6e6f7465

// migrate brings the database to the newest form. All of it happens in one
// transaction, so that a failure leaves the database as it was, and programs
// that begin at the same time do it once.
func migrate(ctx context.Context, tx *sql.Tx) error {
	version, err := schemaVersion(ctx, tx)
	if err != nil {
		return err
	}
	files, err := migrations.ReadDir("migrations") // sorted by name
	if err != nil || version == len(files) {
		return err
	}
	for _, file := range files[version:] {
		text, err := migrations.ReadFile("migrations/" + file.Name())
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
	// A PRAGMA takes no parameters.
	_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(files)))
	return err
}

// schemaVersion returns how many migrations the database has seen, unless they
// are more than there are here, or it is not ours.
func schemaVersion(ctx context.Context, q querier) (int, error) {
	var application, version, tables int
	// In one query: another program may be migrating right now.
	err := q.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&application, &version, &tables)
	if err != nil {
		return 0, err
	}
	if application != applicationID && tables > 0 {
		return 0, errors.New("the file is the database of another program")
	}
	files, err := migrations.ReadDir("migrations")
	if err == nil && version > len(files) {
		err = fmt.Errorf("the database has form %d and this program knows %d: use a newer program", version, len(files))
	}
	return version, err
}
