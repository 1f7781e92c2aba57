package excel

import (
	"archive/zip"
	"context"
	"io"
)

// maxTogether is how much the workbooks that are open have unpacked, in bytes;
// one that has more is open alone. In memory it is some thirty times as much.
const maxTogether = 32 << 20

// memory has calls wait for each other when what they open would be more than
// maxTogether.
type memory struct {
	turn chan struct{} // held while taking, so that no two wait for each other's share
	used chan struct{} // has an element for each unit that is taken
}

// memoryUnit is the least that is taken, in bytes.
const memoryUnit = 256 << 10

func newMemory() memory {
	return memory{turn: make(chan struct{}, 1), used: make(chan struct{}, maxTogether/memoryUnit)}
}

// take waits until there is room for so many bytes, and returns what gives it
// back.
func (m memory) take(ctx context.Context, bytes int64) (release func(), err error) {
	units := int(min(max(bytes, 0)/memoryUnit+1, int64(cap(m.used))))
	taken := 0
	release = func() {
		for range taken {
			<-m.used
		}
	}
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for taken < units {
		select {
		case m.used <- struct{}{}:
			taken++
		case <-ctx.Done():
			release()
			return nil, ctx.Err()
		}
	}
	return release, nil
}

// unpacked returns how large a file says that it is when it is unpacked; 0 for
// what is no archive.
func unpacked(file io.ReaderAt, size int64) (n int64) {
	z, err := zip.NewReader(file, size)
	if err != nil {
		return 0
	}
	for _, part := range z.File {
		n += int64(min(part.UncompressedSize64, MaxUnpacked+1))
	}
	return n
}
