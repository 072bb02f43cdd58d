// The objects of Python that stand for objects of an interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "conformance/python/interpreter.h"
#include "reference/graph/symbol.h"
#include "spec/lib/value.h"

namespace kassay::python {

// The base class of `kassay.Tensor`. One tensor is one Python object as long as anybody refers to that, so that what is set on it
// is found again.
struct SymbolObject {
  SymbolObject(reference::Symbol symbol, Interpreter& interpreter);
  ~SymbolObject();
  SymbolObject(const SymbolObject&) = delete;

  const reference::Symbol symbol;
  Interpreter& interpreter;
  PyObject* self = nullptr;  // the Python object of which this is a part
};

// What `update` and its like return.
struct UpdateObject {
  Handle handle;
  Interpreter& interpreter;
};

// What `function` returns.
class CompiledObject {
 public:
  // `updated`: the variables that it assigns.
  CompiledObject(Function function, std::shared_ptr<Session> session, Interpreter& interpreter,
                 std::vector<std::shared_ptr<const reference::Variable>> updated);

  const Function& function() const { return function_; }
  // `inputs`: a list of arrays, which are read where they lie if dtype and layout fit. A list of arrays.
  nb::object call(nb::handle inputs) const;

 private:
  nb::object run(nb::handle inputs) const;

  Function function_;
  std::shared_ptr<Session> session_;
  Interpreter& interpreter_;
  std::vector<std::shared_ptr<const reference::Variable>> updated_;
};

// The elements of a tensor, as Python's buffer protocol lends them.
struct MemoryObject {
  Tensor tensor;
};

// Any other object of Python: the interpreter can only say what it is instead of what it takes.
class ForeignObject : public Object {
 public:
  ForeignObject(nb::handle object, std::string description);
  std::string describe() const override { return description_; }
  const std::shared_ptr<PyObject>& object() const { return object_; }

 private:
  std::shared_ptr<PyObject> object_;
  std::string description_;
};

// A reference that any thread may give up, with Python's lock or without, also while Python ends.
std::shared_ptr<PyObject> shared(nb::handle object);

// The object of a tensor, an update or a foreign object.
nb::object object_of(const Handle& handle, Interpreter& interpreter);

// Declares the classes, and what Python tells this module: the class of tensors, derived from `Symbol`.
void declare_objects(nb::module_& module);

}  // namespace kassay::python
