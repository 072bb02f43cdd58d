#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::exp_op {
namespace {

// exp.value, exp.special, exp.overflow
Real exponential(Real x) { return std::exp(x); }

Expression gradient(const Expression&, const Expression& y, const Expression& g) { return g * y; }

}  // namespace

Kernel kernel() { return define(same_type, each<exponential>, gradient); }

}  // namespace kassay::reference::exp_op
