#include "optimized/device/scans.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kassay::optimized::device {
namespace {

using engine::Call;
using engine::Scan;
using reference::StaticType;

constexpr std::size_t kSequences = 1, kStates = 2, kCaptured = 3;  // parameters

// The arrays of a parameter. Each array that is not read (`is_read(number)`) is replaced by a scalar, which a sequence cannot be.
template <class IsRead>
std::vector<Tensor> argument(const Call& call, std::size_t parameter, const Arrays& arrays,
                             Recorder& recorder, IsRead&& is_read) {
  std::vector<Tensor> tensors;
  const auto add = [&](const auto& element, const auto&... given) {
    const bool is_there = is_read(tensors.size());
    tensors.push_back(is_there ? std::get<Tensor>(on_device(element, given..., recorder))
                               : Tensor(DType::kBool, {}));
  };
  const auto open = std::ranges::find(call.open, parameter);
  if (open == call.open.end()) {
    for (const Value& element : std::get<List>(call.bound.values[parameter])) add(element);
  } else {
    const auto place = static_cast<std::size_t>(open - call.open.begin());
    for (const auto& element : call.arguments[place].elements) add(element, arrays);
  }
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
    engine::Prepared prepared = prepared_for_device(plan, given, level_, options_);
    types_ = types_of(given, prepared);
    for (const auto& [slot, value] : prepared.constants)
      if (const auto* const tensor = value.get_if<Tensor>())
        fixed_[slot] = recorder_.constant(*tensor);
    schedule_.emplace(schedule_of(std::move(prepared.calls), prepared.is_output, options_));
    read_arguments();
    choose_places();
    for (std::int64_t turn = 0; turn < scan_.turns; ++turn)
      if (!record(turn)) return false;
    copy_outputs();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (call_.scan_slots[i] == Call::kNowhere) continue;
      Tensor end = arrays_.at(call_.scan_slots[i]);
      copy(states_[i], end);
    }
    return true;
  }

 private:
  void read_arguments() {
    const auto all = [](std::size_t) { return true; };
    sequences_ = argument(call_, kSequences, arrays_, recorder_,
                          [&](std::size_t slot) { return schedule_->is_read(slot); });
    initial_ = states_ = argument(call_, kStates, arrays_, recorder_, all);
    const auto captured = argument(call_, kCaptured, arrays_, recorder_, all);
    for (std::size_t i = 0; i < captured.size(); ++i)
      fixed_[sequences_.size() + states_.size() + i] = captured[i];
    for (std::size_t o = 0; o < scan_.outputs.size(); ++o)
      stacks_.push_back(arrays_.at(call_.scan_slots[states_.size() + o]));
  }

  // Computes a result directly in the place of the output, or the next state, that it is; if it is several, in the first.
  void choose_places() {
    std::set<std::size_t> placed_already;
    is_in_place_.resize(made_.size());
    const auto choose = [&](std::size_t i) {
      is_in_place_[i] = schedule_->is_made(made_[i]) && placed_already.insert(made_[i]).second;
    };
    for (std::size_t i = states_.size(); i < made_.size(); ++i) choose(i);
    for (std::size_t i = 0; i < states_.size(); ++i) choose(i);
    for (const Tensor& state : states_)
      rooms_.push_back({recorder_.scratch(state.dtype(), state.shape()),
                        recorder_.scratch(state.dtype(), state.shape())});
    Arrays placed = fixed_;
    for (std::size_t slot = 0; slot < sequences_.size() + states_.size(); ++slot) placed[slot];
    for (std::size_t i = 0; i < made_.size(); ++i)
      if (is_in_place_[i]) placed[made_[i]];
    placement_ = place(*schedule_, types_, placed, {}, options_.aligns);
    block_ = recorder_.scratch(placement_.memory.bytes);
    homes_.resize(states_.size());
    for (std::size_t o = 0; o < stacks_.size(); ++o) {
      const auto state = carried(o);
      if (state && is_in_place_[*state] && !homes_[*state]) homes_[*state] = o;
    }
  }

  std::size_t output(std::size_t o) const { return made_[states_.size() + o]; }
  bool is_in_place(std::size_t o) const { return is_in_place_[states_.size() + o]; }

  // The slot whose array this slot is under another shape.
  std::size_t origin_of(std::size_t slot) const {
    for (const auto& [alias, origin] : placement_.aliases)
      if (alias == slot) return origin_of(origin);
    return slot;
  }

  // The output in whose place that slot is computed.
  std::optional<std::size_t> output_made(std::size_t slot) const {
    for (std::size_t o = 0; o < stacks_.size(); ++o)
      if (is_in_place(o) && output(o) == slot) return o;
    return std::nullopt;
  }

  // The state that the output equals before each turn, if the turns compute the next state in a fixed place.
  std::optional<std::size_t> carried(std::size_t o) const {
    const std::size_t first = sequences_.size();
    if (output(o) < first || output(o) >= first + states_.size()) return std::nullopt;
    const std::size_t state = output(o) - first;
    if (!is_in_place_[state] && !output_made(made_[state])) return std::nullopt;
    return state;
  }

  // Whether each turn copies its elements.
  bool is_copied_by_turns(std::size_t o) const {
    const std::size_t origin = origin_of(output(o));
    return !is_in_place(o) && origin >= sequences_.size() && !output_made(origin) && !carried(o);
  }

  // Copies for all turns at once the outputs that equal a sequence, another output, or a state before each turn.
  void copy_outputs() {
    std::map<std::size_t, Tensor> stacks;  // by slot
    for (std::size_t slot = 0; slot < sequences_.size(); ++slot) stacks[slot] = sequences_[slot];
    for (std::size_t o = 0; o < stacks_.size(); ++o)
      if (is_in_place(o)) stacks[output(o)] = stacks_[o];
    for (std::size_t o = 0; o < stacks_.size(); ++o) {
      if (is_in_place(o) || is_copied_by_turns(o)) continue;
      const std::size_t origin = origin_of(output(o));
      if (const auto found = stacks.find(origin); found != stacks.end()) {
        copy(found->second, stacks_[o]);
        continue;
      }
      const std::size_t state = *carried(o);
      Tensor first = element(stacks_[o], time_of(0));
      copy(initial_[state], first);
      if (homes_[state] != o) copy_from_second_turn(stacks.at(made_[state]), stacks_[o]);
      stacks[origin] = stacks_[o];
    }
  }

  // Copies to the elements of the second and later turns those of the turns before.
  void copy_from_second_turn(const Tensor& from, Tensor& to) {
    if (scan_.turns == 1) return;
    const std::int64_t second = std::min(time_of(1), time_of(scan_.turns - 1));
    const std::int64_t first = std::min(time_of(0), time_of(scan_.turns - 2));
    recorder_.add(Copy{element(from, first).bytes().data(),
                       element(to, second).mutable_bytes().data(),
                       from.byte_size() - element(from, first).byte_size()});
  }

  std::int64_t time_of(std::int64_t turn) const {
    return scan_.is_backward ? scan_.turns - 1 - turn : turn;
  }

  static Tensor element(const Tensor& stack, std::int64_t time) {
    const Shape shape(stack.shape().begin() + 1, stack.shape().end());
    return stack.part(time * element_count(shape), shape);
  }

  void copy(const Tensor& from, Tensor& to) {
    recorder_.add(Copy{from.bytes().data(), to.mutable_bytes().data(), from.byte_size()});
  }

  // The places alternate, so that a turn can still read the state of the turn before.
  Tensor& room(std::size_t state, std::int64_t turn) {
    return rooms_[state][static_cast<std::size_t>(turn % 2)];
  }

  // Where a turn computes the next state: among the elements of the output that equals the state before each turn, if there is one.
  Tensor place_of_next(std::size_t state, std::int64_t turn) {
    const bool is_read = homes_[state] && turn + 1 < scan_.turns;
    return is_read ? element(stacks_[*homes_[state]], time_of(turn + 1)) : room(state, turn);
  }

  bool record(std::int64_t turn) {
    const std::int64_t time = time_of(turn);
    Arrays arrays = fixed_;
    for (std::size_t i = 0; i < sequences_.size(); ++i)
      if (sequences_[i].rank() > 0) arrays[i] = element(sequences_[i], time);
    for (std::size_t i = 0; i < states_.size(); ++i) arrays[sequences_.size() + i] = states_[i];
    for (std::size_t i = 0; i < made_.size(); ++i) {
      if (!is_in_place_[i]) continue;
      arrays[made_[i]] =
          i < states_.size() ? place_of_next(i, turn) : element(stacks_[i - states_.size()], time);
    }
    add_places(placement_, block_, types_, arrays);
    for (const auto& entry : schedule_->entries()) {
      const Recorder::Scope scope(recorder_);
      if (!device::record(entry.part, arrays, level_, options_, recorder_)) return false;
    }
    for (std::size_t o = 0; o < stacks_.size(); ++o) {
      if (!is_copied_by_turns(o)) continue;
      Tensor place = element(stacks_[o], time);
      copy(arrays.at(output(o)), place);
    }
    std::vector<Tensor> next;
    for (std::size_t i = 0; i < states_.size(); ++i) next.push_back(next_state(i, turn, arrays));
    states_ = std::move(next);
    return true;
  }

  // The place that keeps the next state until the next turn has read it: among the outputs, where it was computed, or in its own memory.
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
  std::vector<std::size_t> made_;  // slots: the next states, then the outputs
  Types types_;                    // of a turn
  std::optional<engine::Schedule> schedule_;
  Arrays fixed_;  // the same in all turns
  std::vector<Tensor> sequences_, initial_, states_, stacks_;
  std::vector<bool> is_in_place_;                  // by result: computed in its final place
  std::vector<std::optional<std::size_t>> homes_;  // by state: the output whose elements hold it
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
