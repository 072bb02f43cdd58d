// What a call of the API takes and returns: None, a Python scalar, a string, a tensor, or a list of
// these.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay {

struct None {
  bool operator==(const None&) const = default;
};

class Value;
using List = std::vector<Value>;

class Value : public std::variant<None, bool, std::int64_t, double, std::string, Tensor, List> {
 public:
  using variant::variant;
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(static_cast<const variant*>(this));
  }
  bool is_none() const { return get_if<None>() != nullptr; }
};

// "an int", "a float32 tensor of shape (2, 3)", "a list of 2": for error messages.
std::string describe(const Value& value);

struct Arguments {
  std::vector<Value> positional;
  std::map<std::string, Value, std::less<>> keyword;
};

}  // namespace kassay
