// Converts Python's values to values of the API and back.
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

// A number, text or list cannot be converted. `problem` names what is accepted and what was given: "an int of at most 64 bits, not
// 18446744073709551615". `place` is the position in the lists of the argument, "[0][1]" or "".
class Unconvertible : public ApiError {
 public:
  explicit Unconvertible(const std::string& problem, std::string place = "")
      : ApiError(ErrorKind::kValue, problem), place_(std::move(place)) {}
  const std::string& place() const { return place_; }
  // The error with the name of the argument.
  ApiError in(const std::string& argument) const;

 private:
  std::string place_;
};

// Converts None, bool, int, float, str; NumPy arrays, objects with the buffer protocol or DLPack; lists and tuples; SciPy's sparse
// arrays; tensors, updates and callables. NumPy's dtypes become their names. Any other object becomes a ForeignObject, also an array
// whose dtype the API lacks. Throws Unconvertible for an int beyond 64 bits, a str with lone surrogates, and lists that are nested too
// deeply. An exception of the object's own conversion passes through.
Value to_value(nb::handle object, Interpreter& interpreter, Arrays arrays = Arrays::kCopied);

// Returns NumPy arrays, without a copy if nothing else shares their memory. A sparse tensor becomes a SciPy array, or a dense array if
// SciPy is not installed.
nb::object to_python(Value value, Interpreter& interpreter);
// Returns one value as it is, several as a tuple, and None for an empty vector.
nb::object to_python(std::vector<Value> values, Interpreter& interpreter);

}  // namespace kassay::python
