#include "reference/runtime/interpreter.h"

#include <utility>

#include "reference/reference.h"
#include "spec/lib/error.h"

namespace kassay {
namespace reference {

Interpreter::Interpreter(Edition edition) { settings_.edition = edition; }

BackendInfo Interpreter::info() const {
  BackendInfo info{"kassay reference", "0.1.0", "cpu", {}, {}};
  for (const Signature& signature : signatures()) {
    if (signature.exists[static_cast<std::size_t>(settings_.edition)])
      info.functions.push_back(signature.function);
  }
  info.native = info.functions;
  return info;
}

std::vector<Value> Interpreter::call(std::string_view function, const Arguments& arguments) {
  const Signature* signature = find_signature(function);
  if (signature == nullptr || !signature->exists[static_cast<std::size_t>(settings_.edition)]) {
    throw Unsupported("no function " + std::string(function) + " in edition " +
                      std::string(edition_name(settings_.edition)));
  }
  return compute(signature->function,
                 {signature, &settings_, bind(*signature, settings_.edition, arguments)});
}

std::vector<Value> Interpreter::compute(const std::string& function, const BoundCall& call) {
  return kernel_table().at(function).compute(call);
}

}  // namespace reference

std::unique_ptr<Backend> make_reference(Edition edition) {
  return std::make_unique<reference::Interpreter>(edition);
}

}  // namespace kassay
