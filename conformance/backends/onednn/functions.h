// The functions of the API that this backend has, by name.
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

const std::map<std::string_view, Function>& functions();

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_FUNCTIONS_H_
