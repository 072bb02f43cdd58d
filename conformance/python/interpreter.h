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

// What one thread has built: graph, settings, counters. Functions that it has compiled keep it alive.
class Session {
 public:
  explicit Session(std::unique_ptr<Backend> backend) : backend_(std::move(backend)) {}

  // The result of `act(backend)`, without Python's lock while it runs: other threads run meanwhile. A thread never waits for a
  // session while it holds Python's lock, and whatever `act` needs of Python takes it again.
  template <class Act>
  auto run(Act&& act) {
    const nb::gil_scoped_release released;
    const std::lock_guard alone(
        mutex_);  // a step function of the user calls the same session again
    return act(*backend_);
  }

 private:
  std::recursive_mutex mutex_;
  std::unique_ptr<Backend> backend_;
};

class Interpreter {
 public:
  // The only one of its name ("reference", "optimized") and edition, which lives as long as the process. Throws Unsupported.
  static Interpreter& of(const std::string& name, Edition edition);

  const std::string& name() const { return name_; }
  // Calls a function of the API, or an operator, in the session of this thread. Raises the exceptions of the documents.
  nb::object call(const std::string& function, const nb::args& positional,
                  const nb::kwargs& keyword);
  // This thread begins anew. What it compiled before still works.
  void reset();
  BackendInfo info();

 private:
  // What `call` does, but for the words around messages. It leaves the values of the arguments in `arguments`.
  nb::object call_with(Arguments& arguments, const std::string& function,
                       const nb::args& positional, const nb::kwargs& keyword);
  Interpreter(std::string name, Edition edition) : name_(std::move(name)), edition_(edition) {}
  // Of this thread, made when it is first used.
  std::shared_ptr<Session> session();

  const std::string name_;
  const Edition edition_;
};

}  // namespace kassay::python
