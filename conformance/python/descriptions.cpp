#include "conformance/python/descriptions.h"

#include "conformance/python/arrays.h"
#include "spec/lib/text.h"

namespace kassay::python {
namespace {

constexpr std::size_t kLongestName = 200;  // bytes

nb::object attribute(nb::handle object, const char* name) {
  return nb::getattr(object, name, nb::none());
}

bool is_text(nb::handle object) { return PyUnicode_Check(object.ptr()); }

// The name of a class or a function, with its module: "int", "datetime.date".
std::string name_of(nb::handle named) {
  const nb::object name = attribute(named, "__qualname__"), module = attribute(named, "__module__");
  std::string text = is_text(name) ? text_of(name) : "?";
  if (is_text(module) && text_of(module) != "builtins") text = text_of(module) + "." + text;
  return wording::shortened(text, kLongestName);
}

bool is_numpy(nb::handle object, const char* class_name) {
  return PyObject_TypeCheck(object.ptr(), reinterpret_cast<PyTypeObject*>(numpy(class_name).ptr()));
}

// "an array of dtype uint16" for a NumPy array or an object that NumPy reads as one; empty for any other object.
std::string array_description(nb::handle object) {
  const bool is_scalar = is_numpy(object, "generic"), is_array = is_numpy(object, "ndarray");
  const bool is_sparse = nb::hasattr(object, "tocoo");
  const bool lends = PyObject_CheckBuffer(object.ptr()) && !PyBytes_Check(object.ptr()) &&
                     !PyByteArray_Check(object.ptr());
  if (!is_scalar && !is_array && !is_sparse && !lends) return "";
  nb::object dtype = attribute(object, "dtype");
  if (!is_scalar && !is_array && !is_sparse) {
    try {
      dtype = numpy("asarray")(object).attr("dtype");
    } catch (const nb::python_error&) {
      return "";
    }
  }
  const nb::object name = nb::steal(PyObject_Str(dtype.ptr()));
  if (!name.is_valid()) {
    PyErr_Clear();
    return "";
  }
  return std::string(is_scalar   ? "a scalar"
                     : is_sparse ? "a sparse array"
                                 : "an array") +
         " of dtype " + wording::shortened(text_of(name), kLongestName);
}

}  // namespace

std::string describe(nb::handle object) {
  if (PyType_Check(object.ptr())) return "the class " + name_of(object);
  const std::string array = array_description(object);
  if (!array.empty()) return array + ", which the API does not have";
  if (PyCallable_Check(object.ptr()) && is_text(attribute(object, "__qualname__")))
    return "the function " + name_of(object);
  return "an object of the class " + name_of(object.type());
}

std::string text_of(nb::handle str) {
  const nb::object bytes =
      nb::steal(PyUnicode_AsEncodedString(str.ptr(), "utf-8", "backslashreplace"));
  if (!bytes.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

std::string digits_of(nb::handle integer) {
  constexpr std::size_t kReadable = 40;  // digits
  const nb::object text = nb::steal(PyNumber_ToBase(integer.ptr(), 10));
  if (text.is_valid() && nb::len(text) <= kReadable) return text_of(text);
  PyErr_Clear();  // Python, too, limits the number of digits
  return "an int of " + text_of(nb::str(integer.attr("bit_length")())) + " bits";
}

}  // namespace kassay::python
