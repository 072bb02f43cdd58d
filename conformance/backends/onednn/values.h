// Creation, variables, settings and shapes.
#ifndef KASSAY_BACKENDS_ONEDNN_VALUES_H_
#define KASSAY_BACKENDS_ONEDNN_VALUES_H_

#include "functions.h"

namespace kassay_onednn {

Functions value_functions();

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_VALUES_H_
