// Convolutions and other functions of images.
#ifndef KASSAY_BACKENDS_ONEDNN_IMAGES_H_
#define KASSAY_BACKENDS_ONEDNN_IMAGES_H_

#include "arguments.h"

namespace kassay_onednn {

// Of an image with this many dimensions, besides the samples and the channels.
void conv(const Call& call, int64_t dimensions);
void depthwise_conv(const Call& call, int64_t dimensions);
void separable_conv(const Call& call, int64_t dimensions);
void conv_transpose(const Call& call, int64_t dimensions);
void pool(const Call& call, int64_t dimensions);
// `factors` are the names of the parameters with the factors, one for each dimension.
void resize(const Call& call, const std::vector<std::string_view>& factors);
void pad(const Call& call, int64_t dimensions);
void bias_add(const Call& call);

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_IMAGES_H_
