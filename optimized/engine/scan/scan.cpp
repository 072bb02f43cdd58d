#include "optimized/engine/scan/scan.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "optimized/engine/call.h"
#include "optimized/engine/scan/scan_gradient.h"
#include "reference/graph/interpreter.h"

namespace kassay::optimized::engine {
namespace {

using reference::BoundCall;
using reference::Kernel;
using reference::Kind;
using reference::Session;
using reference::Symbol;
using reference::TensorType;

std::vector<Symbol> appended(std::vector<Symbol> all, const std::vector<Symbol>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TensorType type_of_turn(const Symbol& symbol) {
  return {symbol->type().dtype, *symbol->type().shape};
}

std::vector<TensorType> infer_scan(const BoundCall& call) {
  const auto scan = scan_of(call);
  std::vector<TensorType> types;
  std::ranges::transform(scan->next, std::back_inserter(types), type_of_turn);
  for (const Symbol& output : scan->outputs) {
    types.push_back(type_of_turn(output));
    types.back().shape.insert(types.back().shape.begin(), scan->turns);
  }
  return types;
}

std::vector<Value> compute_by_steps(const BoundCall& call) {
  const auto scan = scan_of(call);
  reference::KernelExecutor kernels;
  Session session(call.settings->edition, kernels);
  const auto plan = reference::step_by_step(scan->plan());
  return repeat(*scan, std::get<List>(call.values[1]), std::get<List>(call.values[2]),
                std::get<List>(call.values[3]),
                [&](const std::vector<Value>& given, const std::vector<Tensor>&) {
                  return plan->run(session, given);
                });
}

void put(const Tensor& result, Tensor place) {
  if (result.bytes().data() != place.bytes().data())
    std::ranges::copy(result.bytes(), place.mutable_bytes().begin());
}

// Tensors with the types of the symbols, for Tensor::part_like.
std::vector<Tensor> of_types(const std::vector<Symbol>& symbols) {
  std::vector<Tensor> tensors;
  for (const Symbol& symbol : symbols)
    tensors.emplace_back(symbol->type().dtype, *symbol->type().shape, nullptr);
  return tensors;
}

}  // namespace

std::vector<Symbol> Scan::given() const { return appended(appended(elements, states), captured); }
std::vector<Symbol> Scan::made() const { return appended(next, outputs); }

const Kernel& scan_kernel() {
  static const Kernel kernel = [] {
    Kernel made;
    made.infer = infer_scan;
    made.compute = compute_by_steps;
    made.gradient = scan_gradient;
    return made;
  }();
  return kernel;
}

std::shared_ptr<const Scan> scan_of(const BoundCall& call) {
  return std::static_pointer_cast<const Scan>(std::get<Handle>(call.values.front()));
}

std::vector<Value> apply_scan(Session& session, std::shared_ptr<const Scan> scan, List sequences,
                              List states, List captured) {
  static const reference::Signature signature =
      made_signature("internal.scan", {{"scan", Kind::kAny, {}},
                                       {"sequences", Kind::kTensors, {}},
                                       {"states", Kind::kTensors, {}},
                                       {"captured", Kind::kTensors, {}}});
  return session.apply(
      signature, scan_kernel(),
      {Handle(std::move(scan)), std::move(sequences), std::move(states), std::move(captured)});
}

std::vector<Value> repeat(const Scan& scan, const List& sequences, const List& states,
                          const List& captured, const Turn& turn) {
  std::vector<Tensor> stacks;
  for (const Symbol& output : scan.outputs) {
    TensorType type = type_of_turn(output);
    type.shape.insert(type.shape.begin(), scan.turns);
    stacks.push_back(Tensor::unspecified(type.dtype, std::move(type.shape)));
  }
  const std::vector<Tensor> elements = of_types(scan.elements);
  const std::vector<Tensor> outputs = of_types(scan.outputs);
  std::vector<Value> results = states, given;
  std::vector<Tensor> places = outputs;
  for (std::int64_t i = 0; i < scan.turns; ++i) {
    const std::int64_t time = scan.is_backward ? scan.turns - 1 - i : i;
    given.clear();
    for (std::size_t s = 0; s < sequences.size(); ++s)
      given.emplace_back(
          std::get<Tensor>(sequences[s]).part_like(elements[s], time * elements[s].size()));
    std::ranges::move(results, std::back_inserter(given));
    std::ranges::copy(captured, std::back_inserter(given));
    for (std::size_t o = 0; o < stacks.size(); ++o)
      places[o] = stacks[o].part_like(outputs[o], time * outputs[o].size());
    results = turn(given, places);
    for (std::size_t o = 0; o < stacks.size(); ++o)
      put(std::get<Tensor>(results[scan.next.size() + o]), places[o]);
    results.resize(scan.next.size());
  }
  std::ranges::move(stacks, std::back_inserter(results));
  return results;
}

}  // namespace kassay::optimized::engine
