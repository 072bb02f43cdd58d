#include "conformance/python/interpreter.h"

#include <nanobind/stl/shared_ptr.h>

#include <map>
#include <utility>

#include "conformance/python/callables.h"
#include "conformance/python/objects.h"
#include "conformance/python/values.h"
#include "conformance/worker/interpreters.h"
#include "reference/graph/signature.h"
#include "spec/lib/text.h"

namespace kassay::python {
namespace {

constexpr std::size_t kUpdates = 2;  // the place of `updates` among the arguments of `function`

struct SessionCapsule {
  std::shared_ptr<Session> session;
};

// The variables that a call of `function` assigns. Skips wrong arguments, which `function` itself reports.
std::vector<std::shared_ptr<const reference::Variable>> updated_variables(
    const Arguments& arguments) {
  const auto named = arguments.keyword.find("updates");
  const Value* updates = named != arguments.keyword.end()         ? &named->second
                         : arguments.positional.size() > kUpdates ? &arguments.positional[kUpdates]
                                                                  : nullptr;
  std::vector<std::shared_ptr<const reference::Variable>> variables;
  const auto* list = updates == nullptr ? nullptr : updates->get_if<List>();
  if (list == nullptr) return variables;
  for (const Value& entry : *list) {
    const auto* pair = entry.get_if<List>();
    const Value& target = pair != nullptr && !pair->empty() ? pair->front() : entry;
    const auto* handle = target.get_if<Handle>();
    if (handle == nullptr) continue;
    if (const auto update = std::dynamic_pointer_cast<const reference::Update>(*handle)) {
      variables.push_back(update->variable());
    } else if (auto variable = std::dynamic_pointer_cast<const reference::Variable>(*handle)) {
      variables.push_back(std::move(variable));
    }
  }
  return variables;
}

// The name of the positional argument at `place`, or the number if the signature does not have so many.
std::string name_of_argument(const std::string& function, Edition edition, std::size_t place) {
  const reference::Signature* signature = reference::find_signature(function);
  if (signature == nullptr) return std::to_string(place);
  const auto& order = signature->order[static_cast<std::size_t>(edition)];
  return place < order.size() ? signature->parameters[order[place]].name : std::to_string(place);
}

// The arguments of a call: " (x is a float32 tensor of shape (2, 3), axis is 5)".
std::string given(const std::string& function, Edition edition, const Arguments& arguments) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < arguments.positional.size(); ++i) {
    words.push_back(name_of_argument(function, edition, i) + " is " +
                    kassay::describe(arguments.positional[i]));
  }
  for (const auto& [name, value] : arguments.keyword)
    words.push_back(name + " is " + kassay::describe(value));
  return words.empty() ? "" : " (" + joined(words) + ")";
}

// Converts the argument `name()` of a function.
template <class Name>
Value argument_value(nb::handle object, Interpreter& interpreter, const std::string& function,
                     const Name& name) {
  try {
    return to_value(object, interpreter);
  } catch (const Unconvertible& error) {
    throw error.in(name());
  } catch (const nb::python_error& error) {
    // The object's own code raised this. The exception keeps its message and gets a note that names the argument.
    error.value().attr("add_note")(("in " + function + ": argument " + name()).c_str());
    throw;
  }
}

nb::object held_by_thread(const void* key) {
  PyObject* const kept = PyThreadState_GetDict();
  const nb::object name = nb::int_(reinterpret_cast<std::uintptr_t>(key));
  PyObject* const found = PyDict_GetItemWithError(kept, name.ptr());
  return found == nullptr ? nb::object() : nb::borrow(found);
}

}  // namespace

Interpreter& Interpreter::of(const std::string& name, Edition edition) {
  static auto& made = *new std::map<std::pair<std::string, Edition>, std::unique_ptr<Interpreter>>;
  std::unique_ptr<Interpreter>& entry = made[{name, edition}];
  if (!entry) {
    worker::make_interpreter(name, edition);  // throws if the name is unknown
    entry.reset(new Interpreter(name, edition));
  }
  return *entry;
}

std::shared_ptr<Session> Interpreter::session() {
  if (const nb::object held = held_by_thread(this); held.is_valid()) {
    return static_cast<SessionCapsule*>(nb::borrow<nb::capsule>(held).data())->session;
  }
  const auto session = std::make_shared<Session>(worker::make_interpreter(name_, edition_));
  const nb::capsule capsule(new SessionCapsule{session},
                            [](void* held) noexcept { delete static_cast<SessionCapsule*>(held); });
  const nb::object name = nb::int_(reinterpret_cast<std::uintptr_t>(this));
  PyDict_SetItem(PyThreadState_GetDict(), name.ptr(), capsule.ptr());
  return session;
}

nb::object Interpreter::call(const std::string& function, const nb::args& positional,
                             const nb::kwargs& keyword) {
  Arguments arguments;
  try {
    return call_with(arguments, function, positional, keyword);
  } catch (...) {
    rethrow_from(function, [&] { return given(function, edition_, arguments); });
  }
}

nb::object Interpreter::call_with(Arguments& arguments, const std::string& function,
                                  const nb::args& positional, const nb::kwargs& keyword) {
  arguments.positional.reserve(positional.size());
  for (const nb::handle each : positional) {
    const auto name = [&, place = arguments.positional.size()] {
      return name_of_argument(function, edition_, place);
    };
    arguments.positional.push_back(argument_value(each, *this, function, name));
  }
  for (const auto& [name, value] : keyword) {
    const auto* const text = nb::cast<const char*>(name);
    arguments.keyword.emplace(
        text, argument_value(value, *this, function, [&] { return std::string(text); }));
  }
  const std::shared_ptr<Session> here = session();
  std::vector<Value> values =
      here->run([&](Backend& backend) { return backend.call(function, arguments); });
  if (values.size() == 1 && values.front().get_if<Function>() != nullptr) {
    return nb::cast(CompiledObject(std::get<Function>(values.front()), here, *this,
                                   updated_variables(arguments)));
  }
  return to_python(std::move(values), *this);
}

void Interpreter::reset() {
  const nb::object name = nb::int_(reinterpret_cast<std::uintptr_t>(this));
  if (PyDict_DelItem(PyThreadState_GetDict(), name.ptr()) != 0) PyErr_Clear();  // no session yet
}

BackendInfo Interpreter::info() {
  return session()->run([](Backend& backend) { return backend.info(); });
}

}  // namespace kassay::python
