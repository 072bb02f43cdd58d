// The table of functions of the API, by name. arithmetic.h, images.h and values.h contain its parts.
#ifndef KASSAY_BACKENDS_ONEDNN_FUNCTIONS_H_
#define KASSAY_BACKENDS_ONEDNN_FUNCTIONS_H_

#include <functional>
#include <map>
#include <string_view>

#include "arguments.h"

namespace kassay_onednn {

struct Function {
  std::string_view parameters;  // in order, separated by blanks
  std::function<void(const Call&)> run;
};

using Functions = std::map<std::string_view, Function>;

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_FUNCTIONS_H_
