#include "conformance/python/values.h"

#include <algorithm>
#include <string>
#include <utility>

#include "conformance/python/arrays.h"
#include "conformance/python/callables.h"
#include "conformance/python/descriptions.h"
#include "conformance/python/objects.h"
#include "spec/lib/text.h"

namespace kassay::python {
namespace {

constexpr int kDeepest = 64;               // the most dimensions of a NumPy array
constexpr std::size_t kLongestText = 200;  // bytes

// An object that is not a value of the API. `shown`, described in messages, is the object or the array made from it.
Value foreign(nb::handle object, nb::handle shown) {
  return Handle(std::make_shared<ForeignObject>(object, describe(shown)));
}

// `array`: the object itself, or the array made from it.
Value array_value(nb::handle object, nb::handle array, Arrays arrays) {
  if (std::optional<Tensor> tensor = to_tensor(array, arrays)) return *std::move(tensor);
  return foreign(object, array);
}

Value to_integer(nb::handle number) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) throw Unconvertible("an int of at most 64 bits, not " + digits_of(number));
  return static_cast<std::int64_t>(value);
}

std::string to_text(nb::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  throw Unconvertible("a str without lone surrogates, not '" +
                      wording::shortened(text_of(text), kLongestText) + "'");
}

// The nesting depth of the list that this thread is converting.
thread_local int depth = 0;
struct Deeper {
  Deeper() { ++depth; }
  ~Deeper() { --depth; }
};

Value to_list(nb::handle sequence, Interpreter& interpreter, Arrays arrays) {
  // Copy the list: converting its elements may run code of the caller, which may change it.
  const nb::object elements = nb::steal(PySequence_Tuple(sequence.ptr()));
  if (!elements.is_valid()) throw nb::python_error();
  const Deeper deeper;
  if (depth > kDeepest) {
    throw Unconvertible("lists nested at most " + std::to_string(kDeepest) +
                        " deep, not deeper ones");
  }
  List list;
  const Py_ssize_t size = NB_TUPLE_GET_SIZE(elements.ptr());
  list.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    try {
      list.push_back(to_value(NB_TUPLE_GET_ITEM(elements.ptr(), i), interpreter, arrays));
    } catch (const Unconvertible& error) {
      throw Unconvertible(error.what(), "[" + std::to_string(i) + "]" + error.place());
    }
  }
  return list;
}

bool is_a(nb::handle object, const char* numpy_class) {
  return PyObject_TypeCheck(object.ptr(),
                            reinterpret_cast<PyTypeObject*>(numpy(numpy_class).ptr()));
}

// Converts a SciPy sparse array; the elements are in row-major order.
Value to_sparse_tensor(nb::handle sparse) {
  const nb::object entries = nb::module_::import_("kassay.sparse").attr("entries_of")(sparse);
  Shape shape;
  for (const nb::handle size : nb::tuple(entries[2])) shape.push_back(nb::cast<std::int64_t>(size));
  const std::optional<Tensor> coordinates = to_tensor(nb::object(entries[0]), Arrays::kBorrowed),
                              values = to_tensor(nb::object(entries[1]), Arrays::kBorrowed);
  if (!values) return foreign(sparse, sparse);
  return SparseTensor{coordinates.value(), *values, std::move(shape)};
}

nb::object to_sparse_array(const SparseTensor& sparse) {
  nb::list shape;
  for (const std::int64_t size : sparse.shape()) shape.append(size);
  return nb::module_::import_("kassay.sparse")
      .attr("array_of")(to_array(sparse.coordinates()), to_array(sparse.values()),
                        nb::tuple(shape));
}

// Whether a NumPy scalar is a bool or a real number. A datetime is neither, though its item may be an int.
bool is_number(nb::handle scalar) {
  const std::string kind = to_text(scalar.attr("dtype").attr("kind"));
  return kind.find_first_of("biuf") == 0;
}

// An empty object for an abstract class, which has several dtypes.
nb::object dtype_of_class(nb::handle scalar_class) {
  try {
    return numpy("dtype")(scalar_class);
  } catch (const nb::python_error&) {
    return {};
  }
}

// Converts an object that is not a plain value, a list, a NumPy array or an object of an interpreter.
Value to_other(nb::handle object, Interpreter& interpreter, Arrays arrays) {
  PyObject* const p = object.ptr();
  if (is_a(object, "generic")) {
    const nb::object item = is_number(object) ? object.attr("item")() : nb::object();
    if (!item.is_valid() || is_a(item, "generic")) return foreign(object, object);
    return to_value(item, interpreter, arrays);
  }
  if (is_a(object, "dtype")) return to_text(object.attr("name"));
  if (PyType_Check(p)) {
    if (PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(p),
                         reinterpret_cast<PyTypeObject*>(numpy("generic").ptr()))) {
      if (const nb::object dtype = dtype_of_class(object); dtype.is_valid())
        return to_text(dtype.attr("name"));
    }
  } else if (nb::hasattr(object, "tocoo")) {
    return to_sparse_tensor(object);
  } else if (nb::hasattr(object, "__dlpack__")) {
    return array_value(object, numpy("from_dlpack")(object), arrays);
  } else if (nb::hasattr(object, "__array__")) {
    return array_value(object, numpy("asarray")(object), arrays);
  } else if (PyObject_CheckBuffer(p) && !PyBytes_Check(p) && !PyByteArray_Check(p)) {
    return array_value(object, object, arrays);
  } else if (PyRange_Check(p)) {
    return to_list(object, interpreter, arrays);
  }
  if (PyCallable_Check(p)) return to_function(object, interpreter);
  return foreign(object, object);
}

bool is_shape(const List& list) {
  return std::ranges::all_of(list, [](const Value& value) {
    return value.is_none() || value.get_if<std::int64_t>() != nullptr;
  });
}

}  // namespace

ApiError Unconvertible::in(const std::string& argument) const {
  constexpr std::size_t kLongestPlace = 40;  // bytes
  return {kind(),
          "argument " + argument + wording::shortened(place_, kLongestPlace) + " takes " + what()};
}

Value to_value(nb::handle object, Interpreter& interpreter, Arrays arrays) {
  PyObject* const p = object.ptr();
  if (p == Py_None) return None{};
  if (PyBool_Check(p)) return p == Py_True;
  if (PyLong_Check(p)) return to_integer(object);
  if (PyFloat_Check(p)) return PyFloat_AsDouble(p);
  if (PyUnicode_Check(p)) return to_text(object);
  if (is_a(object, "ndarray")) return array_value(object, object, arrays);
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
    // A shape becomes a tuple. No other list consists only of ints and None.
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
