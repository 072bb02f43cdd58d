// The interpreter: binds the arguments of a call and finds the kernel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/runtime/kernel.h"
#include "spec/lib/backend.h"

namespace kassay::reference {

class Interpreter : public Backend {
 public:
  explicit Interpreter(Edition edition);

  BackendInfo info() const override;
  std::vector<Value> call(std::string_view function, const Arguments& arguments) override;

 protected:
  // The kernel that serves a call; another interpreter may have a better one. Precondition: the
  // function exists.
  virtual std::vector<Value> compute(const std::string& function, const BoundCall& call);

 private:
  Settings settings_;
};

}  // namespace kassay::reference
