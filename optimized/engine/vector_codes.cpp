#include "optimized/engine/vector_codes.h"

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace kassay::optimized::engine {
namespace {

// Equal for two routines that compute the same result in the same steps.
class Key {
 public:
  explicit Key(const Routine& routine) {
    add(routine.dtype);
    add(routine.moves.size());
    for (const bool moves : routine.moves) add(moves);
    for (const Routine::Statement& statement : routine.statements) {
      add(*statement.formula);
      add(statement.operands.size());
      for (const Routine::Source& source : statement.operands) {
        add(source.is_statement);
        add(source.number);
      }
      add(statement.is_stored);
    }
  }
  std::string take() && { return std::move(bytes_); }

 private:
  void add(const Formula& formula) {
    add(formula.steps.size());
    for (const Formula::Step& step : formula.steps) {
      add(step.what);
      for (const std::size_t from : step.from) add(from);
      add(step.operand);
      add(std::bit_cast<std::uint64_t>(step.number));
      add(step.is_wide);
    }
  }
  template <class T>
  void add(T number) {
    const auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(number);
    bytes_.append(bytes.data(), bytes.size());
  }

  std::string bytes_;
};

}  // namespace

std::shared_ptr<const VectorCode> VectorCodes::find(const Routine& routine) {
  const auto [found, is_new] = made_.try_emplace(Key(routine).take());
  if (is_new) found->second = VectorCode::make(routine, vector_bytes_);
  return found->second;
}

}  // namespace kassay::optimized::engine
