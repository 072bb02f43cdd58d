#include "conformance/python/callables.h"

#include <new>
#include <utility>

#include "conformance/python/descriptions.h"
#include "conformance/python/objects.h"
#include "conformance/python/values.h"

namespace kassay::python {
namespace {

// The first class that matches decides: an exception that is both a ValueError and an IndexError is a value error.
constexpr std::pair<ErrorKind, PyObject* const*> kClasses[] = {
    {ErrorKind::kNotImplemented, &PyExc_NotImplementedError},
    {ErrorKind::kAssertion, &PyExc_AssertionError},
    {ErrorKind::kValue, &PyExc_ValueError},
    {ErrorKind::kType, &PyExc_TypeError},
    {ErrorKind::kIndex, &PyExc_IndexError},
};

ErrorKind kind_of(const nb::python_error& error) {
  for (const auto& [kind, type] : kClasses) {
    if (error.matches(*type)) return kind;
  }
  return ErrorKind::kOther;
}

PyObject* class_of(ErrorKind kind) {
  for (const auto& [known, type] : kClasses) {
    if (known == kind) return *type;
  }
  return PyExc_RuntimeError;
}

class PythonFunction : public Callable {
 public:
  PythonFunction(nb::handle function, Interpreter& interpreter)
      : function_(shared(function)), interpreter_(interpreter) {}

  std::string describe() const override {
    const nb::gil_scoped_acquire locked;
    return python::describe(function_.get());
  }

  std::vector<Value> call(const Arguments& arguments) const override {
    const nb::gil_scoped_acquire locked;
    try {
      nb::list positional;
      for (const Value& value : arguments.positional)
        positional.append(to_python(value, interpreter_));
      nb::dict keyword;
      for (const auto& [name, value] : arguments.keyword) {
        keyword[name.c_str()] = to_python(value, interpreter_);
      }
      const nb::object answer = nb::handle(function_.get())(*positional, **keyword);
      if (!nb::isinstance<nb::tuple>(answer)) return {to_value(answer, interpreter_)};
      std::vector<Value> values;
      for (const nb::handle each : nb::borrow<nb::tuple>(answer)) {
        values.push_back(to_value(each, interpreter_));
      }
      return values;
    } catch (const nb::python_error& error) {
      // KeyboardInterrupt and the like are not errors of the function.
      if (!error.matches(PyExc_Exception)) throw;
      throw RaisedByCallable(error);
    }
  }

 private:
  std::shared_ptr<PyObject> function_;
  Interpreter& interpreter_;
};

void raise_in_python(const std::exception_ptr& thrown, void* unsupported) {
  try {
    std::rethrow_exception(thrown);
  } catch (const RaisedByCallable& raised) {
    nb::python_error(raised.error()).restore();
  } catch (const ApiError& error) {
    PyErr_SetString(class_of(error.kind()), error.what());
  } catch (const Unsupported& reason) {
    PyErr_SetString(static_cast<PyObject*>(unsupported), reason.what());
  } catch (const NoMemory& error) {
    PyErr_SetString(PyExc_MemoryError, error.what());
  } catch (const Fault& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace

RaisedByCallable::RaisedByCallable(const nb::python_error& error)
    : ApiError(kind_of(error), error.what()), error_(std::make_shared<nb::python_error>(error)) {}

void rethrow_from(const std::string& function, const std::function<std::string()>& given) {
  const std::string place = function.empty() ? "" : "in " + function + ": ";
  try {
    throw;  // cppcheck-suppress rethrowNoCurrentException ; called in a handler
  } catch (const RaisedByCallable&) {
    throw;
  } catch (const ApiError& error) {
    const std::string text = error.what();
    const bool names_argument = text.find("argument ") != std::string::npos;
    throw ApiError(error.kind(), place + text + (names_argument ? "" : given()));
  } catch (const Unsupported&) {
    throw;
  } catch (const nb::python_error&) {
    throw;
  } catch (const nb::builtin_exception&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw NoMemory(place + "there is not enough memory");
  } catch (const std::length_error&) {  // of a container: larger than any memory
    throw NoMemory(place + "there is not enough memory");
  } catch (const std::exception&) {
    throw Fault(place + "the interpreter itself is at fault; please report the call");
  }
}

Function to_function(nb::handle callable, Interpreter& interpreter) {
  return std::make_shared<PythonFunction>(callable, interpreter);
}

void declare_errors(nb::module_& module) {
  const nb::object unsupported = nb::module_::import_("kassay.errors").attr("Unsupported");
  module.attr("Unsupported") = unsupported;
  nb::register_exception_translator(raise_in_python, unsupported.ptr());
}

}  // namespace kassay::python
