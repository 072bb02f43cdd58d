// Parts of a program as commands: where their results are stored, and how they are recorded.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "optimized/device/recorder.h"
#include "optimized/engine/passes.h"
#include "optimized/engine/schedule.h"

namespace kassay::optimized::device {

using Arrays = std::map<std::size_t, Tensor>;                // on the device, by slot
using Types = std::map<std::size_t, reference::TensorType>;  // by slot, if known

// As engine::prepared_calls, with the passes that save commands.
engine::Prepared prepared_for_device(const reference::Plan& plan,
                                     const std::vector<reference::StaticType>& feeds,
                                     const Level& level, engine::Options options);

// The calls as parts that fit a device.
engine::Schedule schedule_of(std::vector<engine::Call> calls, const std::vector<bool>& is_output,
                             const engine::Options& options);
// The types of feeds (slots from 0 on), constants and results.
Types types_of(const std::vector<reference::StaticType>& feeds, const engine::Prepared& prepared);

// Where arrays are in one block of memory, or which other arrays they are under another shape.
struct Placement {
  engine::MemoryPlan memory;  // aligned; each place includes the lead of its array
  bool aligns = true;         // as in engine::Options
  std::vector<std::pair<std::size_t, std::size_t>> aliases;  // slots: alias, original
};
// Places all slots that have a type and are not in `placed`. `given`: those that exist before the first part.
Placement place(const engine::Schedule& schedule, const Types& types, const Arrays& placed,
                const std::vector<std::size_t>& given, bool aligns);
void add_places(const Placement& placement, const std::shared_ptr<std::byte>& block,
                const Types& types, Arrays& arrays);

// Whether calls of the function can be commands.
bool has_commands(std::string_view function, const Level& level);

// Records the part; false if it is left to the host. Precondition: all slots that it reads and writes have arrays.
bool record(const engine::Part& part, const Arrays& arrays, const Level& level,
            const engine::Options& options, Recorder& recorder);

// An argument, which may contain constants.
Value on_device(const reference::Plan::Source& source, const Arrays& arrays, Recorder& recorder);
// A constant, with its tensors copied to the device.
Value on_device(const Value& value, Recorder& recorder);

}  // namespace kassay::optimized::device
