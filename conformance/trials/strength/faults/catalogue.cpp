#include "conformance/trials/strength/faults/catalogue.h"

#include "conformance/trials/strength/faults/catalogue/activation.h"
#include "conformance/trials/strength/faults/catalogue/control_flow.h"
#include "conformance/trials/strength/faults/catalogue/convolution.h"
#include "conformance/trials/strength/faults/catalogue/elementwise.h"
#include "conformance/trials/strength/faults/catalogue/linear_algebra.h"
#include "conformance/trials/strength/faults/catalogue/loss.h"
#include "conformance/trials/strength/faults/catalogue/published.h"
#include "conformance/trials/strength/faults/catalogue/random.h"
#include "conformance/trials/strength/faults/catalogue/reduction.h"
#include "conformance/trials/strength/faults/catalogue/shape.h"
#include "conformance/trials/strength/faults/catalogue/state.h"

namespace kassay::faults {

std::vector<Fault> all_faults() {
  return joined({activation::faults(), control_flow::faults(), convolution::faults(),
                 elementwise::faults(), linear_algebra::faults(), loss::faults(), random::faults(),
                 reduction::faults(), shape::faults(), state::faults(), published::convolution(),
                 published::elementwise(), published::loss(), published::reduction(),
                 published::shape(), published::state()});
}

}  // namespace kassay::faults
