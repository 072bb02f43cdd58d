#include <algorithm>
#include <functional>
#include <optional>

#include "reference/ops/control_flow/selection.h"
#include "reference/ops/control_flow/steps.h"
#include "spec/lib/error.h"

namespace kassay::reference::rnn_op {
namespace {

constexpr std::size_t kTime = 1;  // the dimension of inputs

struct StepResult {
  Value output;
  List states;
};

// rnn.step, rnn.constants, rnn.lists
StepResult call_step(const Function& step, const Value& input, const List& states,
                     const List& constants, DType dtype) {
  List all = states;
  all.insert(all.end(), constants.begin(), constants.end());
  std::vector<Value> values = step->call({{input, std::move(all)}, {}});
  if (values.size() != 2 || values[1].get_if<List>() == nullptr) {
    throw ApiError(ErrorKind::kType,
                   "argument step_function returned something other than an output and a list");
  }
  StepResult result{returned_tensor(values[0], "step_function", dtype), {}};
  for (const Value& state : std::get<List>(values[1])) {
    result.states.push_back(returned_tensor(state, "step_function", dtype));
  }
  if (result.states.size() != states.size()) {
    throw ApiError(ErrorKind::kValue, "argument step_function returned " +
                                          std::to_string(result.states.size()) + " states for " +
                                          std::to_string(states.size()));
  }
  return result;
}

List tensors_of(const Value& list, const Place& argument, DType dtype) {
  List tensors;
  if (list.is_none()) return tensors;
  const List& given = unpack_list(list, argument);
  for (std::size_t i = 0; i < given.size(); ++i)
    tensors.push_back(as_tensor(given[i], Place(argument, i), dtype));
  return tensors;
}

// A mask of rank 2, (samples, time).
Symbol checked_mask(const Value& mask, std::size_t state_count, Session& session) {
  if (mask.is_none()) return nullptr;
  // rnn.mask-without-states
  if (state_count == 0) throw ApiError(ErrorKind::kValue, "a mask needs states");
  // rnn.mask-dtype
  Value tensor = as_tensor(mask, "mask", DType::kBool);
  const auto& shape = symbol_of(tensor)->type().shape;
  if (!shape) throw NotStatic{"the rank of the mask is unknown"};
  // rnn.mask-column
  if (session.settings()->edition != Edition::kKo && shape->size() == 3) {
    tensor = session.apply("squeeze", {tensor, std::int64_t{2}}).front();
  }
  // rnn.mask, rnn.mask-rank
  if (symbol_of(tensor)->type().shape->size() != 2) {
    throw mismatch(ErrorKind::kValue, "mask", "a tensor of shape (samples, time)", mask);
  }
  return symbol_of(tensor);
}

// rnn.mask-size: checks the known sizes
void check_mask_sizes(const Symbol& mask, const Symbol& inputs) {
  const auto& sizes = *mask->type().shape;
  const auto& shape = inputs->type().shape;
  for (std::size_t d = 0; shape && d <= kTime; ++d) {
    if (sizes[d] == (*shape)[d] || sizes[d] == kUnknown || (*shape)[d] == kUnknown) continue;
    throw ApiError(ErrorKind::kValue, "the mask is " + mask->describe() +
                                          "; it must have the samples and time steps of " +
                                          inputs->describe());
  }
}

void check_inputs(const Symbol& inputs, bool unroll) {
  const auto& shape = inputs->type().shape;
  // rnn.rank
  if (shape && shape->size() < 3) {
    throw ApiError(ErrorKind::kValue, inputs->describe() + " has fewer than three dimensions");
  }
  // rnn.unroll-unknown
  if (unroll && (!shape || (*shape)[kTime] == kUnknown)) {
    throw ApiError(ErrorKind::kValue, "unroll needs a known number of time steps");
  }
}

std::vector<StaticType> types_of(const Function& step, const Symbol& inputs,
                                 const Value& initial_states, bool /*go_backwards*/,
                                 const Value& /*mask*/, const Value& constants, bool /*unroll*/,
                                 const std::optional<std::int64_t>& /*input_length*/,
                                 Session* /*session*/) {
  const DType dtype = inputs->type().dtype;
  const StepResult result = call_step(step, sample_part(inputs, kTime),
                                      tensors_of(initial_states, "initial_states", dtype),
                                      tensors_of(constants, "constants", dtype), dtype);
  const StaticType last = symbol_of(result.output)->type();
  StaticType outputs = last;
  if (outputs.shape) {
    const auto& shape = inputs->type().shape;
    outputs.shape->insert(outputs.shape->begin() + 1, shape ? (*shape)[kTime] : kUnknown);
  }
  std::vector<StaticType> types{last, outputs};
  for (const Value& state : result.states) types.push_back(symbol_of(state)->type());
  return types;
}

Value zeros_like(const Value& x, Session& session) {
  return session.apply("zeros_like", {x}).front();
}

struct Recurrence {
  const Function& step;
  Symbol inputs;
  List states, constants;
  Symbol mask;  // maybe null
  bool go_backwards;
  DType dtype() const { return inputs->type().dtype; }
};

// One step; where the mask is false, the earlier values are kept.
StepResult masked_step(const Recurrence& recurrence, const Value& input, const Value& present,
                       const List& states, const std::function<Value(const Value&)>& previous,
                       Session& session) {
  StepResult result =
      call_step(recurrence.step, input, states, recurrence.constants, recurrence.dtype());
  if (!recurrence.mask) return result;
  // rnn.masked-output, rnn.masked-first
  const auto chosen = [&](const Value& now, const Value& before) {
    return choose({present, "mask"}, {now, "step_function"}, {before, "step_function"}, session);
  };
  result.output = chosen(result.output, previous(result.output));
  // rnn.masked-states, rnn.masked-inputs
  for (std::size_t i = 0; i < states.size(); ++i)
    result.states[i] = chosen(result.states[i], states[i]);
  return result;
}

Value stacked(Session& session, const Value& sequence) {
  return as_sequence(session, sequence, kTime, /*is_backward=*/false);
}

std::optional<std::vector<Value>> in_turns(Turns& turns, const Recurrence& recurrence,
                                           std::int64_t times, Session& session) {
  const auto part = [&](const Symbol& x) {
    return turns.element_of(as_sequence(session, Handle(x), kTime, recurrence.go_backwards));
  };
  const Value input = part(recurrence.inputs);
  const Value present = recurrence.mask ? part(recurrence.mask) : Value();
  List states;
  for (const Value& state : recurrence.states) states.push_back(turns.state_from(state));
  const auto previous = [&](const Value& output) {
    const StaticType& type = symbol_of(output)->type();
    if (!type.is_complete()) return output;  // the steps are called instead
    return turns.state_from(Handle(std::make_shared<Constant>(Tensor(type.dtype, *type.shape))));
  };
  StepResult result = masked_step(recurrence, input, present, states, previous, session);
  if (recurrence.mask) result.states.push_back(result.output);
  std::vector<Symbol> states_made;
  for (const Value& state : result.states) states_made.push_back(symbol_of(state));
  const auto results = turns.build(result.states, {result.output});
  if (!results) return std::nullopt;
  List ends(results->states.begin(),
            results->states.begin() + static_cast<std::ptrdiff_t>(states.size()));
  const auto same = std::ranges::find(states_made, symbol_of(result.output));
  const Value last = same != states_made.end()
                         ? results->states[static_cast<std::size_t>(same - states_made.begin())]
                         : part_at(session, symbol_of(results->outputs.front()), 0, times - 1);
  return std::vector<Value>{last, stacked(session, results->outputs.front()), std::move(ends)};
}

// rnn.state-shapes, rnn.first-state, rnn.first-state-is-output, rnn.no-states, rnn.closure: follow from the step; rnn.unroll and
// rnn.unknown-time: a loop over an unknown number of times is unrolled once the number is known; rnn.input-length is not needed;
// rnn.gradient: of the unrolled steps
std::vector<Value> rnn(const Function& step, const Symbol& inputs, const Value& initial_states,
                       bool go_backwards, const Value& mask_argument,
                       const Value& constants_argument, bool unroll,
                       const std::optional<std::int64_t>& /*input_length*/, Session* session) {
  check_inputs(inputs, unroll);
  const DType dtype = inputs->type().dtype;
  // rnn.initial-states
  Recurrence recurrence{step,
                        inputs,
                        tensors_of(initial_states, "initial_states", dtype),
                        tensors_of(constants_argument, "constants", dtype),
                        nullptr,
                        go_backwards};
  List& states = recurrence.states;
  const Symbol mask = checked_mask(mask_argument, states.size(), *session);
  if (mask) check_mask_sizes(mask, inputs);
  recurrence.mask = mask;
  const std::int64_t times = known_size(inputs, kTime);
  if (times == 0) throw ApiError(ErrorKind::kValue, "inputs have no time steps");
  if (const auto turns = turns_of(
          *session,
          {Handle(inputs), mask ? Value(Handle(mask)) : Value(), states, recurrence.constants},
          times)) {
    if (auto results = in_turns(*turns, recurrence, times, *session)) return *std::move(results);
  }
  Value output;
  List outputs;
  for (std::int64_t turn = 0; turn < times; ++turn) {
    // rnn.time, rnn.backwards, rnn.masked-backwards, rnn.masked-backwards-untold
    const std::int64_t time = go_backwards ? times - 1 - turn : turn;
    const auto previous = [&](const Value& first) {
      return turn == 0 ? zeros_like(first, *session) : output;
    };
    StepResult result =
        masked_step(recurrence, part_at(*session, inputs, kTime, time),
                    mask ? part_at(*session, mask, 1, time) : Value(), states, previous, *session);
    output = result.output;
    states = std::move(result.states);
    // rnn.backwards-outputs: in the order of computation
    outputs.push_back(output);
  }
  // rnn.last-output, rnn.outputs, rnn.new-states
  return {output, session->apply("stack", {std::move(outputs), std::int64_t{1}}).front(), states};
}

}  // namespace

Kernel kernel() { return define_unrolled(types_of, rnn, 2); }

}  // namespace kassay::reference::rnn_op
