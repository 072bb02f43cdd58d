// The interpreter: binds the arguments of a call and finds the kernel.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "reference/runtime/session.h"
#include "spec/lib/backend.h"

namespace kassay::reference {

class Interpreter : public Backend, public Executor {
 public:
  explicit Interpreter(Edition edition);

  BackendInfo info() const override;
  void reset() override;
  std::vector<Value> call(std::string_view function, const Arguments& arguments) override;

  // Another interpreter may have a better way.
  std::vector<Value> compute(const Kernel& kernel, const BoundCall& call) override;

 private:
  Edition edition_;
  std::unique_ptr<Session> session_;
};

}  // namespace kassay::reference
