// Functions of Python as functions of a program: the steps of rnn, map_fn and the folds, branches, constraints.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

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

Function to_function(nb::handle callable, Interpreter& interpreter);

// Raises errors of the API as Python's exceptions.
void declare_errors(nb::module_& module);

}  // namespace kassay::python
