#include "conformance/python/values.h"

#include <algorithm>
#include <string>
#include <utility>

#include "conformance/python/arrays.h"
#include "conformance/python/callables.h"
#include "conformance/python/objects.h"
#include "spec/lib/error.h"

namespace kassay::python {
namespace {

Value to_integer(nb::handle number) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) throw ApiError(ErrorKind::kValue, "an int beyond 64 bits");
  return static_cast<std::int64_t>(value);
}

std::string to_text(nb::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

Value to_list(nb::handle sequence, Interpreter& interpreter, Arrays arrays) {
  // A list may change while its elements are converted: step functions and conversions run code of the caller.
  const nb::object elements = nb::steal(PySequence_Tuple(sequence.ptr()));
  if (!elements.is_valid()) throw nb::python_error();
  List list;
  const Py_ssize_t size = NB_TUPLE_GET_SIZE(elements.ptr());
  list.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    list.push_back(to_value(NB_TUPLE_GET_ITEM(elements.ptr(), i), interpreter, arrays));
  }
  return list;
}

bool is_a(nb::handle object, const char* numpy_class) {
  return PyObject_TypeCheck(object.ptr(),
                            reinterpret_cast<PyTypeObject*>(numpy(numpy_class).ptr()));
}

// The elements of SciPy's sparse array in row-major order.
Value to_sparse_tensor(nb::handle sparse) {
  const nb::object entries = nb::module_::import_("kassay.sparse").attr("entries_of")(sparse);
  Shape shape;
  for (const nb::handle size : nb::tuple(entries[2])) shape.push_back(nb::cast<std::int64_t>(size));
  return SparseTensor{to_tensor(nb::object(entries[0]), Arrays::kBorrowed),
                      to_tensor(nb::object(entries[1]), Arrays::kBorrowed), std::move(shape)};
}

nb::object to_sparse_array(const SparseTensor& sparse) {
  nb::list shape;
  for (const std::int64_t size : sparse.shape) shape.append(size);
  return nb::module_::import_("kassay.sparse")
      .attr("array_of")(to_array(sparse.coordinates), to_array(sparse.values), nb::tuple(shape));
}

// What is neither a plain value, a list, an array of NumPy, nor an object of an interpreter.
Value to_other(nb::handle object, Interpreter& interpreter, Arrays arrays) {
  PyObject* const p = object.ptr();
  if (is_a(object, "generic")) {  // a number of NumPy
    const nb::object item = object.attr("item")();
    if (!is_a(item, "generic")) return to_value(item, interpreter, arrays);
  }
  if (is_a(object, "dtype")) return to_text(object.attr("name"));
  if (PyType_Check(p)) {
    if (PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(p),
                         reinterpret_cast<PyTypeObject*>(numpy("generic").ptr()))) {
      return to_text(numpy("dtype")(object).attr("name"));
    }
  } else if (nb::hasattr(object, "tocoo")) {
    return to_sparse_tensor(object);
  } else if (nb::hasattr(object, "__dlpack__")) {
    return to_tensor(numpy("from_dlpack")(object), arrays);
  } else if (nb::hasattr(object, "__array__")) {
    return to_tensor(numpy("asarray")(object), arrays);
  } else if (PyObject_CheckBuffer(p) && !PyBytes_Check(p) && !PyByteArray_Check(p)) {
    return to_tensor(object, arrays);
  } else if (PyRange_Check(p)) {
    return to_list(object, interpreter, arrays);
  }
  if (PyCallable_Check(p)) return to_function(object, interpreter);
  return Handle(std::make_shared<ForeignObject>(object));
}

bool is_shape(const List& list) {
  return std::ranges::all_of(list, [](const Value& value) {
    return value.is_none() || value.get_if<std::int64_t>() != nullptr;
  });
}

}  // namespace

Value to_value(nb::handle object, Interpreter& interpreter, Arrays arrays) {
  PyObject* const p = object.ptr();
  if (p == Py_None) return None{};
  if (PyBool_Check(p)) return p == Py_True;
  if (PyLong_Check(p)) return to_integer(object);
  if (PyFloat_Check(p)) return PyFloat_AsDouble(p);
  if (PyUnicode_Check(p)) return to_text(object);
  if (is_a(object, "ndarray")) return to_tensor(object, arrays);
  if (PyList_Check(p) || PyTuple_Check(p)) return to_list(object, interpreter, arrays);
  if (nb::isinstance<SymbolObject>(object))
    return Handle(nb::inst_ptr<SymbolObject>(object)->symbol);
  if (nb::isinstance<UpdateObject>(object)) return nb::inst_ptr<UpdateObject>(object)->handle;
  if (nb::isinstance<CompiledObject>(object))
    return nb::inst_ptr<CompiledObject>(object)->function();
  return to_other(object, interpreter, arrays);
}

nb::object to_python(Value value, Interpreter& interpreter) {
  if (auto* tensor = std::get_if<Tensor>(&value)) return to_array(std::move(*tensor));
  if (const auto* handle = value.get_if<Handle>()) return object_of(*handle, interpreter);
  if (auto* list = std::get_if<List>(&value)) {
    nb::list result;
    for (Value& each : *list) result.append(to_python(std::move(each), interpreter));
    // A shape is a tuple. No other list holds nothing but numbers.
    if (!list->empty() && is_shape(*list)) return nb::tuple(result);
    return result;
  }
  if (const auto* truth = value.get_if<bool>()) return nb::bool_(*truth);
  if (const auto* integer = value.get_if<std::int64_t>()) return nb::int_(*integer);
  if (const auto* number = value.get_if<double>()) return nb::float_(*number);
  if (const auto* text = value.get_if<std::string>()) return nb::str(text->data(), text->size());
  if (const auto* sparse = value.get_if<SparseTensor>()) return to_sparse_array(*sparse);
  if (value.get_if<Function>() != nullptr)
    throw std::logic_error("a function that `function` did not make");
  return nb::none();
}

nb::object to_python(std::vector<Value> values, Interpreter& interpreter) {
  if (values.empty()) return nb::none();
  if (values.size() == 1) return to_python(std::move(values.front()), interpreter);
  nb::list results;
  for (Value& value : values) results.append(to_python(std::move(value), interpreter));
  return nb::tuple(results);
}

}  // namespace kassay::python
