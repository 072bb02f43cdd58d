#include "conformance/python/objects.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "conformance/python/callables.h"
#include "conformance/python/values.h"
#include "reference/graph/plan.h"

namespace kassay::python {
namespace {

// The Python object of each tensor that has one. Python's lock protects it.
std::unordered_map<const Object*, PyObject*>& living() {
  static auto& objects = *new std::unordered_map<const Object*, PyObject*>;
  return objects;
}

// The class that Python derived from Symbol.
nb::object& tensor_class() {
  static auto& type = *new nb::object;
  return type;
}

int lend(PyObject* object, Py_buffer* view, int flags) {
  Tensor& tensor = nb::inst_ptr<MemoryObject>(object)->tensor;
  return PyBuffer_FillInfo(view, object, tensor.mutable_bytes().data(),
                           static_cast<Py_ssize_t>(tensor.byte_size()), /*readonly=*/0, flags);
}

const PyType_Slot kMemorySlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(lend)}, {0, nullptr}};

nb::object shape_of(const SymbolObject& self) {
  const auto& shape = self.symbol->type().shape;
  if (!shape) return nb::none();
  nb::list sizes;
  for (const std::int64_t size : *shape) {
    sizes.append(size == reference::kUnknown ? nb::object(nb::none()) : nb::object(nb::int_(size)));
  }
  return nb::tuple(sizes);
}

const reference::Update& update_of(const UpdateObject& self) {
  return dynamic_cast<const reference::Update&>(*self.handle);
}

bool overlaps(const Tensor& tensor, const Tensor& other) {
  const std::byte* begin = other.bytes().data();
  return tensor.bytes().data() >= begin && tensor.bytes().data() < begin + other.byte_size();
}

Tensor copied(const Tensor& tensor) {
  Tensor copy = Tensor::unspecified(tensor.dtype(), tensor.shape());
  if (tensor.byte_size() > 0) {
    std::memcpy(copy.mutable_bytes().data(), tensor.bytes().data(), tensor.byte_size());
  }
  return copy;
}

}  // namespace

SymbolObject::SymbolObject(reference::Symbol symbol, Interpreter& interpreter)
    : symbol(std::move(symbol)), interpreter(interpreter) {}

SymbolObject::~SymbolObject() {
  const auto found = living().find(symbol.get());
  if (found != living().end() && found->second == self) living().erase(found);
}

CompiledObject::CompiledObject(Function function, std::shared_ptr<Session> session,
                               Interpreter& interpreter,
                               std::vector<std::shared_ptr<const reference::Variable>> updated)
    : function_(std::move(function)),
      session_(std::move(session)),
      interpreter_(interpreter),
      updated_(std::move(updated)) {}

nb::object CompiledObject::call(nb::handle inputs) const {
  try {
    return run(inputs);
  } catch (const Unconvertible& error) {
    throw error.in("inputs");
  } catch (...) {
    rethrow_from("", [] { return std::string(); });
  }
}

nb::object CompiledObject::run(nb::handle inputs) const {
  const Arguments arguments{{to_value(inputs, interpreter_, Arrays::kBorrowed)}, {}};
  std::vector<Value> values = session_->run([&](Backend&) {
    std::vector<Value> results = function_->call(arguments);
    // If a variable was assigned an input, copy it: the caller may change the array later.
    const auto* fed = arguments.positional.front().get_if<List>();
    for (const auto& variable : updated_) {
      const auto* kept = variable->value().get_if<Tensor>();
      if (kept == nullptr || fed == nullptr) continue;
      const bool borrowed = std::ranges::any_of(*fed, [&](const Value& value) {
        const auto* input = value.get_if<Tensor>();
        return input != nullptr && overlaps(*kept, *input);
      });
      if (borrowed) variable->assign(copied(*kept));
    }
    return results;
  });
  return to_python(std::move(values), interpreter_);
}

ForeignObject::ForeignObject(nb::handle object, std::string description)
    : object_(shared(object)), description_(std::move(description)) {}

std::shared_ptr<PyObject> shared(nb::handle object) {
  return {object.inc_ref().ptr(), [](PyObject* owned) {
            if (const nb::detail::cleanup_guard alive; alive) Py_DECREF(owned);
          }};
}

nb::object object_of(const Handle& handle, Interpreter& interpreter) {
  if (const auto* foreign = dynamic_cast<const ForeignObject*>(handle.get())) {
    return nb::borrow(foreign->object().get());
  }
  const auto symbol = std::dynamic_pointer_cast<const reference::SymbolicTensor>(handle);
  if (!symbol) return nb::cast(UpdateObject{handle, interpreter});
  // Do not return an object that is being destroyed: releasing its attributes may run user code, which can get here.
  const auto found = living().find(symbol.get());
  if (found != living().end() && Py_REFCNT(found->second) > 0) return nb::borrow(found->second);
  nb::object made = nb::inst_alloc(tensor_class());
  new (nb::inst_ptr<SymbolObject>(made)) SymbolObject(symbol, interpreter);
  nb::inst_mark_ready(made);
  nb::inst_ptr<SymbolObject>(made)->self = made.ptr();
  living()[symbol.get()] = made.ptr();
  return made;
}

void declare_objects(nb::module_& module) {
  nb::class_<Interpreter>(module, "Interpreter",
                          "One interpreter with the signatures of one edition.")
      .def_prop_ro("name", &Interpreter::name)
      .def_prop_ro("device", [](Interpreter& self) { return self.info().device; })
      .def("call", &Interpreter::call, nb::arg("function"), nb::arg("args"), nb::arg("kwargs"),
           "Call a function of the API in the session of this thread.")
      .def("reset", &Interpreter::reset, "Begin a new session in this thread.");
  module.def(
      "interpreter",
      [](const std::string& name, const std::string& edition) -> Interpreter& {
        const auto parsed = parse_edition(edition);
        if (!parsed) throw nb::value_error(("there is no edition " + edition).c_str());
        return Interpreter::of(name, *parsed);
      },
      nb::arg("name"), nb::arg("edition"), nb::rv_policy::reference,
      "The interpreter of this name, `reference` or `optimized`, for `ko`, `zh` or `ja`.");
  nb::class_<SymbolObject>(module, "Symbol", nb::dynamic_attr(), nb::is_weak_referenceable(),
                           "A tensor of an interpreter.")
      .def_prop_ro("shape", shape_of,
                   "A tuple with None for each unknown size; None if the rank is unknown.")
      .def_prop_ro(
          "dtype",
          [](const SymbolObject& self) {
            return std::string(dtype_name(self.symbol->type().dtype));
          },
          "The name of the element type, such as 'float32'.")
      .def_prop_ro(
          "known",
          [](const SymbolObject& self) -> nb::object {
            const Value* const known = self.symbol->known();
            const auto* const tensor = known == nullptr ? nullptr : known->get_if<Tensor>();
            return tensor == nullptr ? nb::none() : to_array(copied(*tensor));
          },
          "The elements, if they depend on no placeholder and no variable; else None.")
      .def(
          "depends_on",
          [](const SymbolObject& self, const SymbolObject& other) {
            const std::vector<reference::Symbol> found =
                reference::ancestors({self.symbol}, /*through_known=*/false, {other.symbol});
            return std::ranges::find(found, other.symbol) != found.end();
          },
          nb::arg("other"), "Whether it is computed from the other tensor, or is the other tensor.")
      .def_prop_ro("number", [](const SymbolObject& self) { return self.symbol->number(); })
      .def_prop_ro(
          "interpreter", [](const SymbolObject& self) -> Interpreter& { return self.interpreter; },
          nb::rv_policy::reference)
      .def("describe", [](const SymbolObject& self) { return self.symbol->describe(); });
  nb::class_<UpdateObject>(module, "Update", nb::dynamic_attr(),
                           "An assignment, for the argument `updates` of `function`.")
      .def_prop_ro(
          "variable",
          [](const UpdateObject& self) {
            return object_of(update_of(self).variable(), self.interpreter);
          },
          "The variable that is assigned.")
      .def_prop_ro(
          "value",
          [](const UpdateObject& self) {
            return to_python(update_of(self).value(), self.interpreter);
          },
          "The new value: a tensor, an array or a number.")
      .def("__repr__",
           [](const UpdateObject& self) { return "<" + self.handle->describe() + ">"; });
  nb::class_<CompiledObject>(module, "CompiledFunction", nb::dynamic_attr(),
                             nb::is_weak_referenceable(), "The result of `function`.")
      .def("__call__", &CompiledObject::call, nb::arg("inputs"),
           "Compute the outputs for a list of arrays, one for each input; then perform the "
           "updates.");
  nb::class_<MemoryObject>(module, "Memory", nb::type_slots(kMemorySlots),
                           "The elements of an array.");
  module.def(
      "set_tensor_class", [](nb::object type) { tensor_class() = std::move(type); },
      nb::arg("type"));
}

}  // namespace kassay::python
