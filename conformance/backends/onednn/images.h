// Convolutions, pooling and other image functions.
#ifndef KASSAY_BACKENDS_ONEDNN_IMAGES_H_
#define KASSAY_BACKENDS_ONEDNN_IMAGES_H_

#include "functions.h"

namespace kassay_onednn {

Functions image_functions();

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_IMAGES_H_
