package program

// Keeper is a [Host] that has room for the values behind handles as long as
// something needs them. It holds the value of a call that is [Invocation.Needed],
// and what [Kinds] has been asked for.
type Keeper interface {
	Host
	// Release is told that no line of the program needs a value any more. It is
	// called once for what is needed first and not any more then, and must not take
	// long: other calls wait.
	Release(handle string)
}

// needs counts who needs what, among the statements that are not over.
type needs struct {
	keeper  Keeper // nil for a host that is none
	results []int  // by the statement whose result it is
	kept    map[string]int
}

func newNeeds(p *Program, host Host) *needs {
	n := &needs{results: make([]int, len(p.Statements))}
	for i := range p.Statements {
		for _, target := range part(p.needs, p.Statements[i].needs) {
			n.results[target]++
		}
	}
	if keeper, ok := host.(Keeper); ok {
		n.keeper, n.kept = keeper, map[string]int{}
		for i := range p.Statements {
			for _, id := range p.handles(&p.Statements[i]) {
				n.kept[id]++
			}
		}
	}
	return n
}

// Handles returns the ids of the handles that are written in the program, as
// often as they are.
func (p *Program) Handles() (ids []string) {
	for i := range p.Statements {
		ids = append(ids, p.handles(&p.Statements[i])...)
	}
	return ids
}

// handles returns the handles that are written in a statement, as often as they
// are.
func (p *Program) handles(s *Statement) (ids []string) {
	args := part(p.args, s.args)
	for i := range args {
		holes := part(p.holes, args[i].holes)
		for j := range holes {
			if p.isHandle(&holes[j]) {
				ids = append(ids, p.id(&holes[j]))
			}
		}
	}
	return ids
}

// over notes that a statement has ended, or will not run.
func (n *needs) over(p *Program, answers []Answer, at int) {
	if n.keeper == nil {
		return
	}
	s := &p.Statements[at]
	if id := answers[at].Outcome.Handle; id != "" && n.results[at] > 0 {
		n.kept[id] += n.results[at]
	}
	for _, id := range p.handles(s) {
		n.drop(id)
	}
	for _, target := range part(p.needs, s.needs) {
		if id := answers[target].Outcome.Handle; id != "" {
			n.drop(id)
		}
	}
}

func (n *needs) drop(id string) {
	if n.kept[id]--; n.kept[id] == 0 {
		delete(n.kept, id)
		n.keeper.Release(id)
	}
}
