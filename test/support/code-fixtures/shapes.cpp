#include <vector>
#include "base.h"

namespace acme {

/** A shape. */
class Shape : public Base {
public:
    Shape(int side);
    ~Shape() {}
    int area(int scale, const std::string& name = "") const;
private:
    int side_;
};

enum class Color { Red };
using Id = int;

template <typename T>
T grow(T value) { return value; }

}

int acme::Shape::area(int scale, const std::string& name) const {
    for (auto c : name) if (c == 'x' || scale) return 1;
    return 0;
}
