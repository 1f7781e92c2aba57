package handle

import "strconv"

// tailBytes is room for what stands behind the elements of a page.
const tailBytes = len(`],"total":,"next":}`) + 40

func checkRange(offset, limit int) error {
	if offset < 0 || limit < 0 {
		return errorf(CodeBadChoice, "offset and limit are 0 or more")
	}
	return nil
}

// page appends elements to an answer that has begun a list of them, as many as
// it holds, and ends it. Of one that is too large by itself, it returns which it
// is; else -1.
func (d Document) page(out []byte, total, offset, limit int, write func(out []byte, i int) []byte) (_ []byte, alone int) {
	offset = min(offset, total)
	end := total
	if limit > 0 {
		end = offset + min(limit, total-offset)
	}
	next := offset
	for ; next < end; next++ {
		before := len(out)
		if next > offset {
			out = append(out, ',')
		}
		out = write(out, next)
		if len(out)+tailBytes > d.limit() {
			if next == offset {
				return nil, next
			}
			out = out[:before]
			break
		}
	}
	return endPage(append(out, ']'), total, next), -1
}

// endPage says how much there is in all, and where the next part begins when
// there is one.
func endPage(out []byte, total, next int) []byte {
	out = strconv.AppendInt(append(out, `,"total":`...), int64(total), 10)
	if next < total {
		out = strconv.AppendInt(append(out, `,"next":`...), int64(next), 10)
	}
	return append(out, '}')
}
