#include "conformance/faults/faulty_backend.h"

#include <algorithm>

namespace kassay::faults {
namespace {

class FaultyBackend : public reference::Interpreter {
 public:
  explicit FaultyBackend(const Fault& fault)
      : Interpreter(Edition::kKo), fault_(fault), interception_(fault.make()) {}

  void reset() override {
    Interpreter::reset();
    interception_ = fault_.make();
  }

  Values call(std::string_view function, const Arguments& arguments) override {
    if (!interception_.calls || !concerns(function)) return Interpreter::call(function, arguments);
    const reference::Signature& signature = *reference::find_signature(function);
    Call call{api_, std::string(function), {}};
    Values values = reference::bind(signature, Edition::kKo, arguments);
    for (const std::size_t i : signature.order[static_cast<std::size_t>(Edition::kKo)]) {
      const reference::Parameter& parameter = signature.parameters[i];
      if (parameter.kind != reference::Kind::kKeywords) {
        call.arguments.emplace(parameter.name, std::move(values[i]));
      } else if (!std::get<List>(values[i]).empty()) {
        return Interpreter::call(function, arguments);  // refused
      }
    }
    return interception_.calls(call);
  }

  Values compute(const reference::Kernel& kernel, const reference::BoundCall& call) override {
    if (!interception_.computations || !concerns(call.signature->function)) {
      return kernel.compute(call);
    }
    Computation computation{kernel, call};
    return interception_.computations(computation);
  }

 private:
  bool concerns(std::string_view function) const {
    return std::ranges::find(fault_.functions, function) != fault_.functions.end();
  }

  const Fault& fault_;
  Interception interception_;
  Api api_{*this};
};

}  // namespace

std::unique_ptr<Backend> make_faulty(const Fault& fault) {
  return std::make_unique<FaultyBackend>(fault);
}

}  // namespace kassay::faults
