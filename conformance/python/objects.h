// Python objects that represent objects of an interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "conformance/python/interpreter.h"
#include "reference/graph/symbol.h"
#include "spec/lib/value.h"

namespace kassay::python {

// The base class of `kassay.tensor.Tensor`. A tensor keeps one Python object as long as there are references to that object, so that
// its attributes are not lost.
struct SymbolObject {
  SymbolObject(reference::Symbol symbol, Interpreter& interpreter);
  ~SymbolObject();
  SymbolObject(const SymbolObject&) = delete;

  const reference::Symbol symbol;
  Interpreter& interpreter;
  PyObject* self = nullptr;  // the Python object that contains this
};

// The result of `update` and similar functions.
struct UpdateObject {
  Handle handle;
  Interpreter& interpreter;
};

// The result of `function`.
class CompiledObject {
 public:
  // `updated`: the variables that it assigns.
  CompiledObject(Function function, std::shared_ptr<Session> session, Interpreter& interpreter,
                 std::vector<std::shared_ptr<const reference::Variable>> updated);

  const Function& function() const { return function_; }
  // `inputs`: a list of arrays, read in place if dtype and layout fit. Returns a list of arrays.
  nb::object call(nb::handle inputs) const;

 private:
  nb::object run(nb::handle inputs) const;

  Function function_;
  std::shared_ptr<Session> session_;
  Interpreter& interpreter_;
  std::vector<std::shared_ptr<const reference::Variable>> updated_;
};

// Lends the elements of a tensor through Python's buffer protocol.
struct MemoryObject {
  Tensor tensor;
};

// Any other Python object. The interpreter cannot compute with it, only describe it in messages.
class ForeignObject : public Object {
 public:
  ForeignObject(nb::handle object, std::string description);
  std::string describe() const override { return description_; }
  const std::shared_ptr<PyObject>& object() const { return object_; }

 private:
  std::shared_ptr<PyObject> object_;
  std::string description_;
};

// A reference that any thread may release, with or without Python's lock, even while Python shuts down.
std::shared_ptr<PyObject> shared(nb::handle object);

// The Python object for a tensor, an update or a foreign object.
nb::object object_of(const Handle& handle, Interpreter& interpreter);

// Declares the classes, and the function that sets Python's class of tensors, derived from `Symbol`.
void declare_objects(nb::module_& module);

}  // namespace kassay::python
