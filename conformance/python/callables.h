// Functions of Python as functions of a program: the steps of rnn, map_fn and the folds, branches, constraints.
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

// What a function of Python raised, on its way through the interpreter: Python sees the same exception again.
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

// The interpreter failed where it never should.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// In a handler: throws what was caught on, for Python to see: an ApiError with the name of the function of the API, unless that is
// empty, and with what was `given` where the message names no argument; what the libraries of C++ throw as NoMemory or Fault, whose words
// a user of Python understands.
[[noreturn]] void rethrow_from(const std::string& function,
                               const std::function<std::string()>& given);

Function to_function(nb::handle callable, Interpreter& interpreter);

// Raises errors of the API as Python's exceptions.
void declare_errors(nb::module_& module);

}  // namespace kassay::python
