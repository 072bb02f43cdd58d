#include "optimized/engine/passes.h"

#include <utility>

#include "optimized/engine/broadcasting.h"
#include "optimized/engine/common_calls.h"
#include "optimized/engine/early_slices.h"
#include "optimized/engine/gradients.h"
#include "optimized/engine/identities.h"
#include "optimized/engine/pruning.h"
#include "optimized/engine/views.h"

namespace kassay::optimized::engine {

Prepared prepared_calls(const reference::Plan& plan,
                        const std::vector<reference::StaticType>& feeds, const Level& level,
                        const Options& options) {
  Prepared made{{}, {plan.constants.begin(), plan.constants.end()}, {}, plan.slot_count};
  auto& [calls, constants, is_output, slot_count] = made;
  is_output.resize(slot_count);
  for (const auto& output : plan.outputs)
    for_each_slot(output, [&](std::size_t slot) { is_output[slot] = true; });
  calls = calls_of(plan, feeds, level, options.folds ? &constants : nullptr);
  if (options.shares_results) calls = without_common_calls(std::move(calls), is_output);
  if (options.passes_over_identities) pass_over_identities(calls, constants);
  if (options.absorbs_broadcasts) absorb_broadcasts(calls, level, constants, slot_count);
  if (options.recognizes_gradients) recognize_gradients(calls, level, constants);
  is_output.resize(slot_count);
  if (options.prunes) calls = pruned(std::move(calls), is_output);
  if (options.makes_chains) {
    slice_early(calls, is_output, options.slices_chains_early, level, slot_count);
    is_output.resize(slot_count);
    absorb_moves(calls, is_output);
    if (options.prunes) calls = pruned(std::move(calls), is_output);
  }
  return made;
}

}  // namespace kassay::optimized::engine
