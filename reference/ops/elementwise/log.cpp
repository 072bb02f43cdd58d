#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::log_op {
namespace {

// log.value, log.natural, log.zero, log.negative, log.special
Real natural_logarithm(Real x) { return std::log(x); }

Expression gradient(const Expression& x, const Expression&, const Expression& g) { return g / x; }

}  // namespace

Kernel kernel() { return define(same_type, each<natural_logarithm>, gradient); }

}  // namespace kassay::reference::log_op
