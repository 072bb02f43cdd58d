// Python's values as values of the API, and back.
#pragma once

#include <nanobind/nanobind.h>

#include "conformance/python/interpreter.h"
#include "spec/lib/value.h"

namespace kassay::python {

enum class Arrays {
  kCopied,   // the caller may write to its arrays later
  kBorrowed  // the value is used only while the caller waits
};

// None, bool, int, float, str; arrays of NumPy, of the buffer protocol and of DLPack; lists and tuples; SciPy's sparse arrays; tensors,
// updates and whatever can be called. Names of dtypes may be NumPy's dtypes. Throws ApiError (type) for an array whose dtype the API
// lacks.
Value to_value(nb::handle object, Interpreter& interpreter, Arrays arrays = Arrays::kCopied);

// Arrays are NumPy's, of the same memory if nobody else has it. A sparse array is SciPy's, or dense where SciPy is not installed.
nb::object to_python(Value value, Interpreter& interpreter);
// None, the only value, or a tuple.
nb::object to_python(std::vector<Value> values, Interpreter& interpreter);

}  // namespace kassay::python
