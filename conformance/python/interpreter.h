// An interpreter as Python sees it: `kassay.reference` and `kassay.optimized` call their functions through one of these.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "spec/lib/backend.h"

namespace kassay::python {

namespace nb = nanobind;

// The state of one thread: graph, settings, counters. Functions compiled in a session keep it alive.
class Session {
 public:
  explicit Session(std::unique_ptr<Backend> backend) : backend_(std::move(backend)) {}

  // Returns `act(backend)`. Releases Python's lock meanwhile, so that other threads can run; code in `act` that uses Python must take
  // the lock again. So a thread never holds Python's lock while it waits for a session.
  template <class Act>
  auto run(Act&& act) {
    const nb::gil_scoped_release released;
    // The mutex is recursive: a step function of the user may call the session.
    const std::lock_guard alone(mutex_);
    return act(*backend_);
  }

 private:
  std::recursive_mutex mutex_;
  std::unique_ptr<Backend> backend_;
};

class Interpreter {
 public:
  // The only interpreter of this name ("reference", "optimized") and edition. It is never destroyed. Throws Unsupported.
  static Interpreter& of(const std::string& name, Edition edition);

  const std::string& name() const { return name_; }
  // Calls a function of the API, or an operator, in the session of this thread. Raises the documented exceptions.
  nb::object call(const std::string& function, const nb::args& positional,
                  const nb::kwargs& keyword);
  // Begins a new session in this thread. Functions compiled before still work.
  void reset();
  BackendInfo info();

 private:
  // Does what `call` does, but does not complete messages. Stores the values of the arguments in `arguments`.
  nb::object call_with(Arguments& arguments, const std::string& function,
                       const nb::args& positional, const nb::kwargs& keyword);
  Interpreter(std::string name, Edition edition) : name_(std::move(name)), edition_(edition) {}
  // The session of this thread, made on first use.
  std::shared_ptr<Session> session();

  const std::string name_;
  const Edition edition_;
};

}  // namespace kassay::python
