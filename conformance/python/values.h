// Python's values as values of the API, and back.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "conformance/python/interpreter.h"
#include "spec/lib/error.h"
#include "spec/lib/value.h"

namespace kassay::python {

enum class Arrays {
  kCopied,   // the caller may write to its arrays later
  kBorrowed  // the value is used only while the caller waits
};

// A number, a text or a list that no value holds: what is taken and what is given, "an int of at most 64 bits, not 18446744073709551615";
// and where it stands in the lists of an argument, "[0][1]" or "".
class Unconvertible : public ApiError {
 public:
  explicit Unconvertible(const std::string& problem, std::string place = "")
      : ApiError(ErrorKind::kValue, problem), place_(std::move(place)) {}
  const std::string& place() const { return place_; }
  // In this argument.
  ApiError in(const std::string& argument) const;

 private:
  std::string place_;
};

// None, bool, int, float, str; arrays of NumPy, of the buffer protocol and of DLPack; lists and tuples; SciPy's sparse arrays; tensors,
// updates and whatever can be called. Names of dtypes may be NumPy's dtypes. Any other object, also an array whose dtype the API lacks,
// is a ForeignObject. Throws Unconvertible for an int beyond 64 bits, a str with lone surrogates, and lists that are nested too deep;
// and what a conversion that the object has itself raises.
Value to_value(nb::handle object, Interpreter& interpreter, Arrays arrays = Arrays::kCopied);

// Arrays are NumPy's, of the same memory if nobody else has it. A sparse array is SciPy's, or dense where SciPy is not installed.
nb::object to_python(Value value, Interpreter& interpreter);
// None, the only value, or a tuple.
nb::object to_python(std::vector<Value> values, Interpreter& interpreter);

}  // namespace kassay::python
