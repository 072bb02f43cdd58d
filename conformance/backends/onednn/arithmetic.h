// Elementwise functions, reductions, normalizations and products.
#ifndef KASSAY_BACKENDS_ONEDNN_ARITHMETIC_H_
#define KASSAY_BACKENDS_ONEDNN_ARITHMETIC_H_

#include "functions.h"

namespace kassay_onednn {

Functions arithmetic_functions();

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_ARITHMETIC_H_
