#include "optimized/engine/scan/scan_step.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "optimized/engine/pruning.h"

namespace kassay::optimized::engine {
namespace {

using reference::Plan;
using reference::StaticType;
using reference::Symbol;

constexpr std::size_t kSequences = 1, kStates = 2, kCaptured = 3;  // parameters

std::vector<StaticType> types_of(const std::vector<Symbol>& symbols) {
  std::vector<StaticType> types;
  for (const Symbol& symbol : symbols) types.push_back(symbol->type());
  return types;
}

Turn turn_of(Program& program, reference::Session& session) {
  return [&](const std::vector<Value>& given, const std::vector<Tensor>& places) {
    return program.run(session, given, places);
  };
}

// The states that the outputs and the final states depend on. `is_read`: by final state.
std::vector<bool> needed_states(const Scan& scan, std::vector<bool> is_read,
                                const std::vector<Symbol>& outputs) {
  for (bool is_complete = false; !is_complete;) {
    std::vector<Symbol> made = outputs;
    for (std::size_t i = 0; i < is_read.size(); ++i)
      if (is_read[i]) made.push_back(scan.next[i]);
    const auto tensors = reference::ancestors(made, /*through_known=*/false, scan.given());
    const std::set<Symbol> reached(tensors.begin(), tensors.end());
    is_complete = true;
    for (std::size_t i = 0; i < is_read.size(); ++i) {
      if (is_read[i] || !reached.contains(scan.states[i])) continue;
      is_read[i] = true;
      is_complete = false;
    }
  }
  return is_read;
}

// The tensors of a turn that are read. A tensor that gradients of moves read only for its shape does not count.
std::set<Symbol> read_in_turn(const Scan& scan) {
  const auto given = scan.given(), made = scan.made();
  std::set<Symbol> ends(given.begin(), given.end()), read;
  std::vector<Symbol> open = made;
  while (!open.empty()) {
    const Symbol symbol = open.back();
    open.pop_back();
    const auto* const operation = reference::operation_of(symbol);
    if (!read.insert(symbol).second || ends.contains(symbol) || operation == nullptr) continue;
    for (std::size_t i = 0; i < operation->call.values.size(); ++i) {
      reference::for_each_symbol(operation->call.values[i], [&](const Symbol& argument) {
        const bool is_unread =
            ends.contains(argument) &&
            is_for_shape(operation->call.signature->function, i, argument->type().dtype);
        if (!is_unread) open.push_back(argument);
      });
    }
  }
  return read;
}

// Keeps the entries for which `keeps` holds.
template <class Entry>
void keep(std::vector<Entry>& entries, const std::vector<bool>& keeps) {
  std::size_t i = 0;
  std::erase_if(entries, [&](const Entry&) { return !keeps[i++]; });
}

// Keeps some arrays of the parameter. A list without arrays is a constant.
void keep_arguments(Call& call, std::size_t parameter, const std::vector<bool>& keeps) {
  const auto open = std::ranges::find(call.open, parameter);
  if (open == call.open.end()) return;
  const auto place = open - call.open.begin();
  keep(call.arguments[static_cast<std::size_t>(place)].elements, keeps);
  if (!call.arguments[static_cast<std::size_t>(place)].elements.empty()) return;
  call.bound.values[parameter] = List{};
  call.open.erase(open);
  call.arguments.erase(call.arguments.begin() + place);
  call.given.erase(call.given.begin() + place);
}

// A sequence is dropped if only the shape of its elements matters.
void forget_unread(Call& call, const Scan& scan) {
  const auto open = std::ranges::find(call.open, kSequences);
  if (open == call.open.end()) return;
  auto& sequences = call.arguments[static_cast<std::size_t>(open - call.open.begin())].elements;
  const std::set<Symbol> read = read_in_turn(scan);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const StaticType& type = scan.elements[i]->type();
    if (read.contains(scan.elements[i])) continue;
    Shape shape = *type.shape;
    shape.insert(shape.begin(), scan.turns);
    sequences[i] = {-1, without_elements({type.dtype, std::move(shape)}), {}};
  }
}

}  // namespace

void trim(Call& call, const std::vector<bool>& is_read) {
  const Scan& scan = *call.scan;
  const auto is_wanted = [&](std::size_t result) {
    const std::size_t slot = call.scan_slots[result];
    return slot != Call::kNowhere && is_read[slot];
  };
  auto rest = std::make_shared<Scan>(scan);
  std::vector<bool> ends, outputs;
  for (std::size_t i = 0; i < scan.next.size(); ++i) ends.push_back(is_wanted(i));
  for (std::size_t i = 0; i < scan.outputs.size(); ++i)
    outputs.push_back(is_wanted(scan.next.size() + i));
  keep(rest->outputs, outputs);
  const std::vector<bool> states = needed_states(scan, ends, rest->outputs);
  keep(rest->states, states);
  keep(rest->next, states);

  const auto tensors = rest->tensors();
  const std::set<Symbol> reached(tensors.begin(), tensors.end());
  const auto reads = [&](const std::vector<Symbol>& symbols) {
    std::vector<bool> found;
    for (const Symbol& symbol : symbols) found.push_back(reached.contains(symbol));
    return found;
  };
  const auto elements = reads(scan.elements), captured = reads(scan.captured);
  keep(rest->elements, elements);
  keep(rest->captured, captured);
  keep_arguments(call, kSequences, elements);
  forget_unread(call, *rest);
  keep_arguments(call, kStates, states);
  keep_arguments(call, kCaptured, captured);

  std::vector<std::size_t> slots;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (states[i]) slots.push_back(ends[i] ? call.scan_slots[i] : Call::kNowhere);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i]) slots.push_back(call.scan_slots[scan.next.size() + i]);
  call.scan_slots = std::move(slots);
  call.scan = std::move(rest);
}

ScanStep::ScanStep(Call call, const Level& level, const Options& options)
    : call_(std::move(call)),
      plan_(call_.scan->plan()),
      turn_(plan_, types_of(call_.scan->given()), level, options, call_.scan->captured.size()),
      measures_(!options.time_to.empty()) {
  for_each_slot(call_, [&](std::size_t slot) { reads_.push_back(slot); });
  std::ranges::copy_if(call_.scan_slots, std::back_inserter(writes_),
                       [](std::size_t slot) { return slot != Call::kNowhere; });
}

List ScanStep::argument(std::size_t parameter, const Frame& frame) const {
  const auto open = std::ranges::find(call_.open, parameter);
  if (open == call_.open.end()) return std::get<List>(call_.bound.values[parameter]);
  return std::get<List>(
      fetch(call_.arguments[static_cast<std::size_t>(open - call_.open.begin())], frame.slots));
}

void ScanStep::run(Frame& frame) {
  auto results = repeat(*call_.scan, argument(kSequences, frame), argument(kStates, frame),
                        argument(kCaptured, frame), turn_of(turn_, frame.session));
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (call_.scan_slots[i] != Call::kNowhere)
      frame.slots[call_.scan_slots[i]] = std::move(results[i]);
  }
}

std::vector<std::size_t> ScanStep::sizes() const {
  std::vector<std::size_t> sizes;
  for (const std::size_t slot : writes_)
    sizes.push_back(byte_size(call_.types[slot - call_.first_slot]));
  return sizes;
}

std::string ScanStep::describe() const {
  const Scan& scan = *call_.scan;
  std::string text = "scan of " + std::to_string(scan.turns) + " turns" +
                     (scan.is_backward ? ", the last elements first:" : ":");
  for (const std::size_t slot : writes_)
    text += " %" + std::to_string(slot) + " " +
            kassay::to_string(call_.types[slot - call_.first_slot].shape);
  text += " = (";
  std::string separator;
  for (const std::size_t slot : reads_) {
    text += separator + "%" + std::to_string(slot);
    separator = ", ";
  }
  text += ")\n";
  std::istringstream turn(measures_ ? turn_.describe_times() : turn_.describe());
  for (std::string line; std::getline(turn, line);) text += "    " + line + "\n";
  return text;
}

std::unique_ptr<Instruction> step_of(Call call, const Level& level, const Options& options) {
  if (call.scan) return std::make_unique<ScanStep>(std::move(call), level, options);
  return std::make_unique<Step>(std::move(call));
}

std::vector<Value> compute_scan(const reference::BoundCall& call, reference::Session& session,
                                const Level& level, const Options& options) {
  const auto scan = scan_of(call);
  const Plan plan = scan->plan();
  Program program(plan, types_of(scan->given()), level, options, scan->captured.size());
  return repeat(*scan, std::get<List>(call.values[kSequences]),
                std::get<List>(call.values[kStates]), std::get<List>(call.values[kCaptured]),
                turn_of(program, session));
}

}  // namespace kassay::optimized::engine
