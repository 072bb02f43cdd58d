#include "optimized/optimized.h"

#include <algorithm>

#include "optimized/blas.h"
#include "optimized/engine/engine.h"
#include "optimized/engine/scans.h"
#include "optimized/interpreter.h"

namespace kassay {
namespace optimized {
namespace {

// Empty where a dimension follows from elements: the kernel puts a tensor in its place.
Tensor unspecified(const reference::TensorType& type) {
  const bool known = std::ranges::find(type.shape, reference::kUnknown) == type.shape.end();
  return Tensor::unspecified(type.dtype, known ? type.shape : Shape{0});
}

}  // namespace

Interpreter::Interpreter(Edition edition)
    : reference::Interpreter(edition), level_(level_to_use()), options_(engine::options_to_use()) {
  set_products(options_.products);
}

BackendInfo Interpreter::info() const {
  BackendInfo info = reference::Interpreter::info();
  info.name = "kassay optimized";
  const std::string blas = blas_description();
  info.device += " (" + std::string(level_.name) + (blas.empty() ? "" : ", " + blas) + ")";
  std::erase_if(info.native,
                [this](const std::string& name) { return level_.find_kernel(name) == nullptr; });
  return info;
}

std::vector<Value> Interpreter::compute(const reference::Kernel& kernel, const BoundCall& call) {
  if (call.signature->function == "internal.scan") {
    reference::Session session(call.settings->edition, *this);
    return engine::compute_scan(call, session, level_, options_);
  }
  if (const Kernel* native = level_.find_kernel(call.signature->function)) {
    const auto types = kernel.infer(call);
    std::vector<Tensor> results;
    for (const auto& type : types) results.push_back(unspecified(type));
    if ((*native)(call, results)) {
      return {std::make_move_iterator(results.begin()), std::make_move_iterator(results.end())};
    }
  }
  return reference::Interpreter::compute(kernel, call);
}

std::unique_ptr<reference::Executable> Interpreter::prepare(reference::Plan plan) {
  return compile(std::move(plan), level_, options_);
}

}  // namespace optimized

std::unique_ptr<Backend> make_optimized(Edition edition) {
  return std::make_unique<optimized::Interpreter>(edition);
}

}  // namespace kassay
