#include "conformance/faults/catalogue.h"

#include "conformance/faults/catalogue/activation.h"
#include "conformance/faults/catalogue/control_flow.h"
#include "conformance/faults/catalogue/convolution.h"
#include "conformance/faults/catalogue/elementwise.h"
#include "conformance/faults/catalogue/linear_algebra.h"
#include "conformance/faults/catalogue/loss.h"
#include "conformance/faults/catalogue/random.h"
#include "conformance/faults/catalogue/reduction.h"
#include "conformance/faults/catalogue/shape.h"
#include "conformance/faults/catalogue/state.h"

namespace kassay::faults {

std::vector<Fault> all_faults() {
  return joined({activation::faults(), control_flow::faults(), convolution::faults(),
                 elementwise::faults(), linear_algebra::faults(), loss::faults(), random::faults(),
                 reduction::faults(), shape::faults(), state::faults()});
}

}  // namespace kassay::faults
