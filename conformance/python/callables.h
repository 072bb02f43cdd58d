// Python functions as functions of a program: steps of rnn, map_fn and the folds, branches, constraints.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "conformance/python/interpreter.h"
#include "spec/lib/error.h"
#include "spec/lib/value.h"

namespace kassay::python {

// Carries an exception of a Python function through the interpreter, so that Python sees the same exception again.
class RaisedByCallable : public ApiError {
 public:
  explicit RaisedByCallable(const nb::python_error& error);
  const nb::python_error& error() const { return *error_; }

 private:
  std::shared_ptr<nb::python_error> error_;
};

// Not enough memory for a result.
class NoMemory : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A bug in the interpreter.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Call this in a handler. Rethrows the exception with a message for Python users. An ApiError gets the name of the API function (unless
// `function` is empty) and, if its message names no argument, the text of `given()`. Exceptions of the C++ libraries become NoMemory or
// Fault.
[[noreturn]] void rethrow_from(const std::string& function,
                               const std::function<std::string()>& given);

Function to_function(nb::handle callable, Interpreter& interpreter);

// Makes nanobind translate errors of the API into Python exceptions.
void declare_errors(nb::module_& module);

}  // namespace kassay::python
