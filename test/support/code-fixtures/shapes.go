package shapes

import (
	"fmt"
	r "math/rand"
)

// Limit is the most.
const Limit = 3

var first, second = 1, 2

// Shape has a side.
type Shape struct {
	Side int
	name string
}

type Sized interface {
	Size() (int, error)
}

type Pair = map[string]int

// Area is the area.
func (s *Shape) Area(scale int, a, b string) (int, error) {
	if scale > 1 && a == b {
		return 1, nil
	}
	return r.Int(), fmt.Errorf("no")
}

func helper() {}
