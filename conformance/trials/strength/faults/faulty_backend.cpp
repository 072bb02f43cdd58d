#include "conformance/trials/strength/faults/faulty_backend.h"

#include <algorithm>

namespace kassay::faults {
namespace {

// A fault as it acts in one program.
struct Acting {
  const Fault& fault;
  Interception interception = fault.make();

  bool concerns(std::string_view function) const {
    return std::ranges::find(fault.functions, function) != fault.functions.end();
  }
};

class FaultyExecutor : public reference::KernelExecutor {
 public:
  explicit FaultyExecutor(const Acting& acting) : acting_(acting) {}

  Values compute(const reference::Kernel& kernel, const reference::BoundCall& call) override {
    const Interception& interception = acting_.interception;
    if (!interception.computations || !acting_.concerns(call.signature->function))
      return KernelExecutor::compute(kernel, call);
    Computation computation{kernel, call};
    return interception.computations(computation);
  }

 private:
  const Acting& acting_;
};

class FaultyBackend : public Backend {
 public:
  explicit FaultyBackend(const Fault& fault) : acting_{fault} {}

  BackendInfo info() const override { return right_.info(); }

  void reset() override {
    right_.reset();
    acting_.interception = acting_.fault.make();
  }

  Values call(std::string_view function, const Arguments& arguments) override {
    if (!acting_.interception.calls || !acting_.concerns(function))
      return right_.call(function, arguments);
    const reference::Signature& signature = *reference::find_signature(function);
    Call call{api_, std::string(function), {}};
    Values values = reference::bind(signature, Edition::kKo, arguments);
    for (const std::size_t i : signature.order[static_cast<std::size_t>(Edition::kKo)]) {
      const reference::Parameter& parameter = signature.parameters[i];
      if (parameter.kind != reference::Kind::kKeywords) {
        call.arguments.emplace(parameter.name, std::move(values[i]));
      } else if (!std::get<List>(values[i]).empty()) {
        return right_.call(function, arguments);  // refused
      }
    }
    return acting_.interception.calls(call);
  }

 private:
  Acting acting_;
  reference::Interpreter right_{Edition::kKo, std::make_unique<FaultyExecutor>(acting_)};
  Api api_{right_};
};

}  // namespace

std::unique_ptr<Backend> make_faulty(const Fault& fault) {
  return std::make_unique<FaultyBackend>(fault);
}

}  // namespace kassay::faults
