#include "spec/lib/value.h"

namespace kassay {
namespace {

struct Describe {
  std::string operator()(None) const { return "None"; }
  std::string operator()(bool) const { return "a bool"; }
  std::string operator()(std::int64_t) const { return "an int"; }
  std::string operator()(double) const { return "a float"; }
  std::string operator()(const std::string&) const { return "a string"; }
  std::string operator()(const Tensor& tensor) const {
    // "an int32 tensor", "a uint8 tensor", as they are spoken.
    const std::string dtype(dtype_name(tensor.dtype()));
    return (dtype.front() == 'i' ? "an " : "a ") + dtype + " tensor of shape " +
           to_string(tensor.shape());
  }
  std::string operator()(const List& list) const {
    return "a list of " + std::to_string(list.size());
  }
};

}  // namespace

std::string describe(const Value& value) { return std::visit(Describe{}, value); }

}  // namespace kassay
