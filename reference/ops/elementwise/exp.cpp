#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// exp.value, exp.special, exp.overflow
Real exponential(Real x) { return std::exp(x); }

Expression gradient(const Expression&, const Expression& y, const Expression& g) { return g * y; }

}  // namespace

namespace kernels {
Kernel exp_kernel() { return define(same_type, each<exponential>, gradient); }
}  // namespace kernels
}  // namespace kassay::reference
