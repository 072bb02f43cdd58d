#include "optimized/engine/routine.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <utility>

namespace kassay::optimized::engine {
namespace {

using Command = Assigned::Command;
using Place = Assigned::Place;

bool computes(const Command& command) { return command.kind == Command::Kind::kCompute; }

// Calls visit(place) for each register that the command reads.
template <class I, class Visit>
void for_each_read(I& command, Visit&& visit) {
  const std::size_t count = computes(command) ? operand_count(command.what) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (command.from[i].kind != Place::Kind::kUniform) visit(command.from[i]);
  }
  if (command.kind == Command::Kind::kStore) visit(command.result);
}

// Makes commands whose results are numbered one after the other, as if the number of registers were unlimited.
class Translation {
 public:
  explicit Translation(const Routine& routine) : routine_(routine) {
    for (const Routine::Statement& statement : routine.statements) add(statement);
  }

  Assigned take() && { return std::move(assigned_); }

 private:
  void add(const Routine::Statement& statement) {
    std::vector<Place> places;  // by step; empty for numbers
    for (const Formula::Step& step : statement.formula->steps) {
      if (step.what == Formula::Operator::kOperand) {
        const Routine::Source& source = statement.operands[step.operand];
        places.push_back(source.is_statement ? results_[source.number] : input(source.number));
      } else if (step.what == Formula::Operator::kNumber) {
        places.emplace_back();
      } else {
        places.push_back(compute(step, statement.formula->steps, places));
      }
    }
    results_.push_back(places.back());
    if (!statement.is_stored) return;
    assigned_.commands.push_back(
        {.kind = Command::Kind::kStore, .array = stored_++, .result = places.back()});
  }

  Place compute(const Formula::Step& step, const std::vector<Formula::Step>& steps,
                const std::vector<Place>& places) {
    Command command{.kind = Command::Kind::kCompute,
                    .what = step.what,
                    .is_wide = step.is_wide && routine_.dtype == DType::kFloat32};
    for (std::size_t i = 0; i < operand_count(step.what); ++i) {
      const Formula::Step& operand = steps[step.from[i]];
      command.from[i] = operand.what == Formula::Operator::kNumber
                            ? number(operand.number, command.is_wide)
                            : places[step.from[i]];
    }
    command.result = {is_condition(step.what) ? Place::Kind::kMask : Place::Kind::kVector,
                      results_so_far_++};
    assigned_.commands.push_back(command);
    return command.result;
  }

  Place input(std::size_t number) {
    const auto found = inputs_.find(number);
    if (found != inputs_.end()) return found->second;
    Place place;
    if (routine_.moves[number]) {
      place = {Place::Kind::kVector, results_so_far_++};
      assigned_.commands.push_back(
          {.kind = Command::Kind::kLoad, .array = number, .result = place});
    } else {
      place = uniform({.input = number});
    }
    return inputs_[number] = place;
  }

  Place number(double value, bool is_wide) {
    for (std::size_t i = 0; i < assigned_.uniforms.size(); ++i) {
      const Assigned::Uniform& uniform = assigned_.uniforms[i];
      const bool is_same =
          !uniform.input && uniform.is_wide == is_wide &&
          std::bit_cast<std::uint64_t>(uniform.number) == std::bit_cast<std::uint64_t>(value);
      if (is_same) return {Place::Kind::kUniform, i};
    }
    return uniform({.input = {}, .number = value, .is_wide = is_wide});
  }

  Place uniform(const Assigned::Uniform& uniform) {
    assigned_.uniforms.push_back(uniform);
    return {Place::Kind::kUniform, assigned_.uniforms.size() - 1};
  }

  const Routine& routine_;
  Assigned assigned_;
  std::vector<Place> results_;  // by statement
  std::map<std::size_t, Place> inputs_;
  std::size_t results_so_far_ = 0, stored_ = 0;
};

// Registers of one kind. The lowest free one is taken.
class Pool {
 public:
  explicit Pool(std::size_t count) : is_taken_(count) {}

  std::optional<std::size_t> take() {
    const auto free = std::ranges::find(is_taken_, false);
    if (free == is_taken_.end()) return std::nullopt;
    *free = true;
    const auto number = static_cast<std::size_t>(free - is_taken_.begin());
    most_ = std::max(most_, number + 1);
    return number;
  }
  void give_back(std::size_t number) { is_taken_[number] = false; }
  // The largest number that were taken at the same time.
  std::size_t most() const { return most_; }
  std::size_t size() const { return is_taken_.size(); }

 private:
  std::vector<bool> is_taken_;
  std::size_t most_ = 0;
};

// Values that are the same for all elements get the vectors that are left.
void keep_uniforms(Assigned& assigned, const Pool& vectors) {
  std::size_t next = vectors.most();
  for (Assigned::Uniform& uniform : assigned.uniforms) {
    if (next == vectors.size()) return;
    uniform.vector = next++;
  }
}

}  // namespace

std::optional<Assigned> assign_registers(const Routine& routine, const Registers& registers) {
  Assigned assigned = Translation(routine).take();
  std::map<std::size_t, std::size_t> last_reader;  // by result
  for (std::size_t i = 0; i < assigned.commands.size(); ++i)
    for_each_read(assigned.commands[i], [&](const Place& place) { last_reader[place.number] = i; });
  Pool vectors(registers.vectors), masks(registers.masks);
  std::map<std::size_t, Place> places;  // by result
  for (std::size_t i = 0; i < assigned.commands.size(); ++i) {
    Command& command = assigned.commands[i];
    std::vector<std::size_t> ended;
    for_each_read(command, [&](Place& place) {
      if (last_reader[place.number] == i) ended.push_back(place.number);
      place = places[place.number];
    });
    if (command.kind != Command::Kind::kStore) {
      const std::size_t result = command.result.number;
      const bool is_mask = command.result.kind == Place::Kind::kMask && registers.masks > 0;
      const auto taken = (is_mask ? masks : vectors).take();
      if (!taken) return std::nullopt;
      command.result = {is_mask ? Place::Kind::kMask : Place::Kind::kVector, *taken};
      places[result] = command.result;
      if (!last_reader.contains(result)) ended.push_back(result);
    }
    std::ranges::sort(ended);
    ended.erase(std::unique(ended.begin(), ended.end()), ended.end());
    for (const std::size_t result : ended) {
      const Place& place = places[result];
      (place.kind == Place::Kind::kMask ? masks : vectors).give_back(place.number);
    }
  }
  keep_uniforms(assigned, vectors);
  return assigned;
}

}  // namespace kassay::optimized::engine
