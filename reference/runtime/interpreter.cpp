#include "reference/runtime/interpreter.h"

#include <utility>

#include "reference/reference.h"
#include "spec/lib/error.h"
#include "spec/lib/version.h"

namespace kassay {
namespace reference {

Interpreter::Interpreter(Edition edition)
    : edition_(edition), session_(std::make_unique<Session>(edition, *this)) {}

BackendInfo Interpreter::info() const {
  BackendInfo info{"kassay reference", version(), "cpu", {}, {}};
  for (const Signature& signature : signatures()) {
    if (signature.exists[static_cast<std::size_t>(edition_)])
      info.functions.push_back(signature.function);
  }
  info.native = info.functions;
  return info;
}

void Interpreter::reset() { session_ = std::make_unique<Session>(edition_, *this); }

std::vector<Value> Interpreter::call(std::string_view function, const Arguments& arguments) {
  const bool internal = function.starts_with("internal.") || function.starts_with("move_back.");
  const Signature* signature = internal ? nullptr : find_signature(function);
  if (signature == nullptr || !signature->exists[static_cast<std::size_t>(edition_)]) {
    throw Unsupported("no function " + std::string(function) + " in edition " +
                      std::string(edition_name(edition_)));
  }
  return session_->apply(*signature, bind(*signature, edition_, arguments));
}

std::vector<Value> Interpreter::compute(const Kernel& kernel, const BoundCall& call) {
  return kernel.compute(call);
}

}  // namespace reference

std::unique_ptr<Backend> make_reference(Edition edition) {
  return std::make_unique<reference::Interpreter>(edition);
}

}  // namespace kassay
