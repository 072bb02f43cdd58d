#include "reference/ops/control_flow/fold.h"

#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

void require_dimension(const Symbol& elems) {
  if (elems->type().shape && elems->type().shape->empty()) {
    throw ApiError(ErrorKind::kValue, elems->describe() + " has no elements along a dimension");
  }
}

Value without_first(Session& session, const Value& x) {
  const std::size_t rank = symbol_of(x)->type().shape->size();
  List start(rank, std::int64_t{0}), size(rank, std::int64_t{-1});
  start.front() = std::int64_t{1};
  return session.apply("slice", {x, std::move(start), std::move(size)}).front();
}

// None if the steps must be computed one after the other.
std::optional<Value> in_turns(Turns& turns, const Function& fn, const Value& elems,
                              const Value& first, Session& session) {
  const Value element = turns.element_of(elems);
  const Value accumulated = turns.state_from(first);
  const auto results = turns.build({call_for_tensor(fn, {accumulated, element}, session)}, {});
  if (!results) return std::nullopt;
  return results->states.front();
}

}  // namespace

// foldl.shape, foldr.result
std::vector<StaticType> folded_type(const Function& /*fn*/, const Symbol& elems,
                                    const Value& initializer,
                                    const std::optional<std::string>& /*name*/,
                                    Session* /*session*/) {
  const Value first = initializer.is_none()
                          ? sample_part(elems, 0)
                          : as_tensor(initializer, "initializer", elems->type().dtype);
  return {symbol_of(first)->type()};
}

Value fold(const Function& fn, const Symbol& elems, const Value& initializer, Direction direction,
           Session& session) {
  require_dimension(elems);
  const std::int64_t count = known_size(elems, 0);
  const auto element = [&](std::int64_t turn) {
    const std::int64_t position = direction == Direction::kFromFirst ? turn : count - 1 - turn;
    return part_at(session, elems, 0, position);
  };
  if (initializer.is_none() && count == 0) {
    throw ApiError(ErrorKind::kValue, "there is neither an element nor an initializer");
  }
  std::int64_t turn = initializer.is_none() ? 1 : 0;
  Value accumulated = initializer.is_none()
                          ? element(0)
                          : as_tensor(initializer, "initializer", elems->type().dtype);
  if (const auto turns = turns_of(session, {Handle(elems), accumulated}, count - turn)) {
    Value rest = as_sequence(session, Handle(elems), 0, direction == Direction::kFromLast);
    if (turn > 0) rest = without_first(session, rest);
    if (auto result = in_turns(*turns, fn, rest, accumulated, session)) return *result;
  }
  for (; turn < count; ++turn) {
    accumulated = call_for_tensor(fn, {accumulated, element(turn)}, session);
  }
  return accumulated;
}

}  // namespace kassay::reference
