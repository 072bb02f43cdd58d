#include "optimized/optimized.h"

#include <algorithm>

#include "optimized/blas.h"
#include "optimized/engine/engine.h"
#include "optimized/engine/scan/scan.h"
#include "optimized/engine/scan/scan_builder.h"
#include "optimized/engine/scan/scan_step.h"
#include "optimized/processor.h"
#include "reference/graph/interpreter.h"

namespace kassay {
namespace optimized {
namespace {

// Empty if a dimension depends on elements: the kernel replaces this tensor.
Tensor unspecified(const reference::TensorType& type) {
  const bool known = std::ranges::find(type.shape, reference::kUnknown) == type.shape.end();
  return Tensor::unspecified(type.dtype, known ? type.shape : Shape{0});
}

}  // namespace

Processor::Processor() : level_(level_to_use()), options_(engine::options_to_use()) {
  set_products(options_.products);
}

void Processor::describe(BackendInfo& info) const {
  info.name = "kassay optimized";
  const std::string blas = blas_description();
  info.device += " (" + std::string(level_.name) + (blas.empty() ? "" : ", " + blas) + ")";
  std::erase_if(info.native,
                [this](const std::string& name) { return level_.find_kernel(name) == nullptr; });
}

std::vector<Value> Processor::compute(const reference::Kernel& kernel,
                                      const reference::BoundCall& call) {
  if (&kernel == &engine::scan_kernel()) {
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
  return kernel.compute(call);
}

std::unique_ptr<reference::Executable> Processor::prepare(reference::Plan plan) {
  return compile(std::move(plan), level_, options_);
}

std::unique_ptr<reference::Turns> Processor::make_turns(reference::Session& session,
                                                        std::int64_t count) {
  if (!options_.compiles || !options_.makes_scans) return nullptr;
  return std::make_unique<engine::ScanBuilder>(session, count);
}

}  // namespace optimized

std::unique_ptr<Backend> make_optimized(Edition edition) {
  return std::make_unique<reference::Interpreter>(edition,
                                                  std::make_unique<optimized::Processor>());
}

}  // namespace kassay
