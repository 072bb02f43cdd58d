#include "reference/graph/interpreter.h"

#include <utility>

#include "spec/lib/error.h"
#include "spec/lib/version.h"

namespace kassay::reference {

std::vector<Value> KernelExecutor::compute(const Kernel& kernel, const BoundCall& call) {
  return kernel.compute(call);
}

Interpreter::Interpreter(Edition edition, std::unique_ptr<Executor> executor)
    : edition_(edition),
      executor_(std::move(executor)),
      session_(std::make_unique<Session>(edition, *executor_)) {}

BackendInfo Interpreter::info() const {
  BackendInfo info{"kassay reference", version(), "cpu", {}, {}};
  info.threads = true;
  for (const Signature& signature : signatures()) {
    if (signature.exists[static_cast<std::size_t>(edition_)])
      info.functions.push_back(signature.function);
  }
  info.native = info.functions;
  executor_->describe(info);
  return info;
}

void Interpreter::reset() { session_ = std::make_unique<Session>(edition_, *executor_); }

std::vector<Value> Interpreter::call(std::string_view function, const Arguments& arguments) {
  const bool internal = function.starts_with("internal.") || function.starts_with("move_back.");
  const Signature* signature = internal ? nullptr : find_signature(function);
  if (signature == nullptr || !signature->exists[static_cast<std::size_t>(edition_)]) {
    throw Unsupported("no function " + std::string(function) + " in edition " +
                      std::string(edition_name(edition_)));
  }
  return session_->apply(*signature, bind(*signature, edition_, arguments));
}

}  // namespace kassay::reference
