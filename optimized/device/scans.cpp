#include "optimized/device/scans.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::Part;
using reference::Scan;
using reference::StaticType;

constexpr std::size_t kSequences = 1, kStates = 2, kCaptured = 3;  // parameters

std::vector<Tensor> argument(const Call& call, std::size_t parameter, const Arrays& arrays,
                             Recorder& recorder) {
  const auto open = std::ranges::find(call.open, parameter);
  const Value value =
      open == call.open.end()
          ? on_device(call.bound.values[parameter], recorder)
          : on_device(call.arguments[static_cast<std::size_t>(open - call.open.begin())], arrays,
                      recorder);
  std::vector<Tensor> tensors;
  for (const Value& element : std::get<List>(value)) tensors.push_back(std::get<Tensor>(element));
  return tensors;
}

std::vector<StaticType> given_types(const Scan& scan) {
  std::vector<StaticType> types;
  for (const auto& symbol : scan.given()) types.push_back(symbol->type());
  return types;
}

class ScanRecorder {
 public:
  ScanRecorder(const Call& call, const Arrays& arrays, const Level& level,
               const engine::Options& options, Recorder& recorder)
      : call_(call),
        scan_(*call.scan),
        arrays_(arrays),
        level_(level),
        options_(options),
        recorder_(recorder) {}

  bool record() {
    const reference::Plan plan = scan_.plan();
    if (!plan.variables.empty()) return false;
    for (const auto& output : plan.outputs) made_.push_back(static_cast<std::size_t>(output.slot));
    const auto given = given_types(scan_);
    engine::Prepared prepared = engine::prepared_calls(plan, given, level_, options_);
    types_ = types_of(given, prepared);
    for (const auto& [slot, value] : prepared.constants)
      if (const auto* const tensor = value.get_if<Tensor>())
        fixed_[slot] = recorder_.constant(*tensor);
    parts_ = parts_of(std::move(prepared.calls), prepared.is_output, options_);
    read_arguments();
    choose_places();
    for (std::int64_t turn = 0; turn < scan_.turns; ++turn)
      if (!record(turn)) return false;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (call_.scan_slots[i] == Call::kNowhere) continue;
      Tensor end = arrays_.at(call_.scan_slots[i]);
      copy(states_[i], end);
    }
    return true;
  }

 private:
  void read_arguments() {
    sequences_ = argument(call_, kSequences, arrays_, recorder_);
    states_ = argument(call_, kStates, arrays_, recorder_);
    const auto captured = argument(call_, kCaptured, arrays_, recorder_);
    for (std::size_t i = 0; i < captured.size(); ++i)
      fixed_[sequences_.size() + states_.size() + i] = captured[i];
    for (std::size_t o = 0; o < scan_.outputs.size(); ++o)
      stacks_.push_back(arrays_.at(call_.scan_slots[states_.size() + o]));
  }

  // A result is computed in the place of the output, or of the next state, that it is: of the first one if it is several.
  void choose_places() {
    std::set<std::size_t> written;
    for (const Part& part : parts_) {
      if (is_alias(part)) continue;
      for (const std::size_t slot : written_by(part)) written.insert(slot);
    }
    is_in_place_.resize(made_.size());
    const auto choose = [&](std::size_t i) { is_in_place_[i] = written.erase(made_[i]) > 0; };
    for (std::size_t i = states_.size(); i < made_.size(); ++i) choose(i);
    for (std::size_t i = 0; i < states_.size(); ++i) choose(i);
    for (const Tensor& state : states_)
      rooms_.push_back({recorder_.scratch(state.dtype(), state.shape()),
                        recorder_.scratch(state.dtype(), state.shape())});
    Arrays placed = fixed_;
    for (std::size_t slot = 0; slot < sequences_.size() + states_.size(); ++slot) placed[slot];
    for (std::size_t i = 0; i < made_.size(); ++i)
      if (is_in_place_[i]) placed[made_[i]];
    placement_ = place(parts_, types_, placed, {}, made_, options_.aligns);
    block_ = recorder_.scratch(placement_.memory.bytes);
  }

  static Tensor element(const Tensor& stack, std::int64_t time) {
    const Shape shape(stack.shape().begin() + 1, stack.shape().end());
    return stack.part(time * element_count(shape), shape);
  }

  void copy(const Tensor& from, Tensor& to) {
    recorder_.add(Copy{from.bytes().data(), to.mutable_bytes().data(), from.byte_size()});
  }

  // In turns, so that the state of the turn before can still be read.
  Tensor& room(std::size_t state, std::int64_t turn) {
    return rooms_[state][static_cast<std::size_t>(turn % 2)];
  }

  bool record(std::int64_t turn) {
    const std::int64_t time = scan_.is_backward ? scan_.turns - 1 - turn : turn;
    Arrays arrays = fixed_;
    for (std::size_t i = 0; i < sequences_.size(); ++i) arrays[i] = element(sequences_[i], time);
    for (std::size_t i = 0; i < states_.size(); ++i) arrays[sequences_.size() + i] = states_[i];
    for (std::size_t i = 0; i < made_.size(); ++i) {
      if (!is_in_place_[i]) continue;
      arrays[made_[i]] =
          i < states_.size() ? room(i, turn) : element(stacks_[i - states_.size()], time);
    }
    add_places(placement_, block_, types_, arrays);
    for (const Part& part : parts_) {
      const Recorder::Scope scope(recorder_);
      if (!device::record(part, arrays, level_, options_, recorder_)) return false;
    }
    for (std::size_t o = 0; o < stacks_.size(); ++o) {
      Tensor place = element(stacks_[o], time);
      copy(arrays.at(made_[states_.size() + o]), place);
    }
    std::vector<Tensor> next;
    for (std::size_t i = 0; i < states_.size(); ++i) next.push_back(next_state(i, turn, arrays));
    states_ = std::move(next);
    return true;
  }

  // Where it lies until the next turn has read it: among the outputs, where it was, or in its own room.
  Tensor next_state(std::size_t i, std::int64_t turn, const Arrays& arrays) {
    const Tensor made = arrays.at(made_[i]);
    const auto has_it = [&](const Tensor& stack) {
      const auto bytes = stack.bytes();
      return bytes.data() <= made.bytes().data() &&
             made.bytes().data() < bytes.data() + bytes.size();
    };
    if (std::ranges::any_of(stacks_, has_it) || made_[i] == sequences_.size() + i) return made;
    copy(made, room(i, turn));
    return room(i, turn);
  }

  const Call& call_;
  const Scan& scan_;
  const Arrays& arrays_;
  const Level& level_;
  const engine::Options& options_;
  Recorder& recorder_;
  std::vector<std::size_t> made_;  // slots of a turn: the next states, then the outputs
  Types types_;                    // of a turn
  std::vector<Part> parts_;
  Arrays fixed_;  // the same in all turns
  std::vector<Tensor> sequences_, states_, stacks_;
  std::vector<bool> is_in_place_;  // by what is made: computed where it shall be
  std::vector<std::array<Tensor, 2>> rooms_;
  Placement placement_;
  std::shared_ptr<std::byte> block_;
};

}  // namespace

bool record_scan(const Call& call, const Arrays& arrays, const Level& level,
                 const engine::Options& options, Recorder& recorder) {
  return ScanRecorder(call, arrays, level, options, recorder).record();
}

}  // namespace kassay::optimized::device
