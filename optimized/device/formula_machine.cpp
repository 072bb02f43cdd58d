#include "optimized/device/formula_machine.h"

#include <type_traits>

namespace kassay::optimized::device {
namespace {

template <class T>
using Stored = std::conditional_t<std::is_same_v<T, Float16>, Half, T>;

// Calls visit(T{}), where T stores elements of the dtype.
template <class Visit>
decltype(auto) with_stored_type(DType dtype, Visit&& visit) {
  return with_type_of(dtype, [&](auto sample) { return visit(Stored<decltype(sample)>{}); });
}

template <class C>
C arithmetic(Formula::Operator what, C a, C b) {
  using enum Formula::Operator;
  switch (what) {
    case kAdd:
      return add(a, b);
    case kSubtract:
      return subtract(a, b);
    case kMultiply:
      return multiply(a, b);
    case kNegate:
      return negate(a);
    case kAbsolute:
      return absolute(a);
    default:  // kRound
      return nearest(a);
  }
}

template <class C>
C function(Formula::Operator what, C a, C b) {
  using enum Formula::Operator;
  switch (what) {
    case kDivide:
      return divide(a, b);
    case kSquareRoot:
      return square_root(a);
    case kExp:
      return exponential(a);
    case kExpm1:
      return exponential_minus_1(a);
    case kLog:
      return logarithm(a);
    case kLog1p:
      return logarithm_of_1_plus(a);
    case kSin:
      return sine(a);
    case kCos:
      return cosine(a);
    case kTanh:
      return hyperbolic_tangent(a);
    case kPower:
      return power(a, b);
    default:
      return arithmetic(what, a, b);
  }
}

template <class C>
bool condition(Formula::Operator what, C a, C b) {
  using enum Formula::Operator;
  switch (what) {
    case kLess:
      return less(a, b);
    case kLessEqual:
      return less_equal(a, b);
    case kEqual:
      return equal(a, b);
    default:  // kNotEqual
      return not_equal(a, b);
  }
}

// The number of a step that is computed in double and rounded afterwards.
double number_or(const Formula::Step& step, const Cell& cell) {
  return step.what == Formula::Operator::kNumber ? step.number : get<float>(cell);
}

template <class C>
Cell step_result(const Formula& formula, const Formula::Step& step,
                 const std::vector<Cell>& before) {
  using enum Formula::Operator;
  const auto from = [&](std::size_t i) { return get<C>(before[step.from[i]]); };
  if (step.what == kNumber) return cell_of(static_cast<C>(step.number));
  if (is_condition(step.what)) return cell_of(condition(step.what, from(0), from(1)));
  if (step.what == kChoose)
    return cell_of(choose(get<bool>(before[step.from[0]]), from(1), from(2)));
  if constexpr (std::is_floating_point_v<C>) {
    if (step.what == kMultiplyAdd) return cell_of(multiply_add(from(0), from(1), from(2)));
    if constexpr (std::is_same_v<C, float>) {
      if (step.is_wide) {
        const double a = number_or(formula.steps[step.from[0]], before[step.from[0]]);
        const double b = number_or(formula.steps[step.from[1]], before[step.from[1]]);
        return cell_of(static_cast<float>(function(step.what, a, b)));
      }
    }
    return cell_of(function(step.what, from(0), from(1)));
  } else {
    return cell_of(arithmetic(step.what, from(0), from(1)));
  }
}

template <class From>
Cell converted(DType dtype, From x) {
  return with_stored_type(
      dtype, [&](auto sample) { return cell_of(Conversion<decltype(sample), From>::of(x)); });
}

}  // namespace

Cell load(DType dtype, const std::byte* from) {
  return with_stored_type(dtype, [&](auto sample) {
    return cell_of(loaded(reinterpret_cast<const decltype(sample)*>(from)));
  });
}

void store(DType dtype, const Cell& cell, std::byte* to) {
  with_stored_type(dtype, [&](auto sample) {
    using T = decltype(sample);
    device::store(reinterpret_cast<T*>(to), get<ComputedOf<T>>(cell));
  });
}

Cell evaluate(const Chain::Statement& statement, const std::vector<Cell>& operands) {
  const Formula& formula = *statement.formula;
  return with_stored_type(statement.computed, [&](auto sample) {
    using T = decltype(sample);
    using C = ComputedOf<T>;
    std::vector<Cell> made;
    for (const Formula::Step& step : formula.steps) {
      made.push_back(step.what == Formula::Operator::kOperand
                         ? operands[step.operand]
                         : step_result<C>(formula, step, made));
    }
    if (is_condition(formula.steps.back().what)) return made.back();
    const C result = get<C>(made.back());
    if (statement.result != statement.computed) return converted(statement.result, result);
    return cell_of(rounded<T>(result));
  });
}

}  // namespace kassay::optimized::device
