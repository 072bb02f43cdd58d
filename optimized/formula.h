// The operation of an element-wise kernel on one element, as a formula. A kernel writes its operation once, as a generic function of
// numbers; called with symbols instead, it notes each step. The engine makes machine code from formulas (engine/vector_code.h).
//
//   traceable([](auto a, auto b) { return choose(a < b, a, b) / 2; })
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace kassay::optimized {

struct Formula {
  enum class Operator {
    kOperand,
    kNumber,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kMultiplyAdd,  // from[0] * from[1] + from[2], rounded once
    kSquareRoot,
    kNegate,
    kAbsolute,
    kRound,  // to the nearest integer, ties to even
    // Functions, within the limits of the specification.
    kExp,
    kExpm1,
    kLog,
    kLog1p,
    kSin,
    kCos,
    kTanh,
    kPower,
    // Conditions. With a NaN operand they are false, except kNotEqual, which is true.
    kLess,
    kLessEqual,
    kEqual,
    kNotEqual,
    kChoose,  // from[1] where the condition from[0] is true, otherwise from[2]
  };
  struct Step {
    Operator what;
    std::array<std::size_t, 3> from{};  // earlier steps
    std::size_t operand = 0;            // of kOperand: which one
    double number = 0;     // of kNumber: representable in the dtype, unless a wide step reads it
    bool is_wide = false;  // true: reads operands in float64 and rounds its result to the dtype
  };
  std::vector<Step> steps;  // the last one is the result
};

// The number of entries of `from` that the operator uses.
std::size_t operand_count(Formula::Operator what);
bool is_condition(Formula::Operator what);
// Whether it is not arithmetic, comparison or choice.
bool is_function(Formula::Operator what);

// While a Tracing exists, the symbols of this thread note their steps in its formula.
class Tracing {
 public:
  Tracing();
  ~Tracing();
  Tracing(const Tracing&) = delete;
  Tracing& operator=(const Tracing&) = delete;

  // Returns the number of the step. Precondition: a Tracing exists.
  static std::size_t add(const Formula::Step& step);
  // Gives up the formula: double cannot hold one of its numbers.
  static void give_up();
  // Makes the step a wide one.
  static void widen(std::size_t step);
  // Null if the formula was given up.
  std::shared_ptr<const Formula> take() &&;

 private:
  Formula formula_;
  bool is_given_up_ = false;
  Tracing* before_;
};

// A symbol that is true or false.
struct Condition {
  std::size_t step;
};

// Represents an element of type T, a number; arithmetic on integers wraps.
template <class T>
class Symbol {
 public:
  using Operator = Formula::Operator;

  static Symbol operand(std::size_t number) {
    return noted({.what = Operator::kOperand, .operand = number});
  }
  // A number, for a wide step, that need not be representable in T.
  static Symbol exactly(double number) {
    return noted({.what = Operator::kNumber, .number = number});
  }
  static Symbol noted(const Formula::Step& step) { return Symbol(Tracing::add(step), Noted{}); }

  template <class Number>
  requires std::is_arithmetic_v<Number> Symbol(Number number)
      : Symbol(exactly(static_cast<double>(static_cast<T>(number)))) {
    if constexpr (std::is_integral_v<T>) {
      constexpr long double kSurelyHeld = 0x1p53L;
      const auto held = static_cast<long double>(static_cast<T>(number));
      if (held > kSurelyHeld || held < -kSurelyHeld) Tracing::give_up();
    }
  }

  std::size_t step() const { return step_; }

  friend Symbol operator+(Symbol a, Symbol b) { return of(Operator::kAdd, a, b); }
  friend Symbol operator-(Symbol a, Symbol b) { return of(Operator::kSubtract, a, b); }
  friend Symbol operator*(Symbol a, Symbol b) { return of(Operator::kMultiply, a, b); }
  friend Symbol operator/(Symbol a, Symbol b) { return of(Operator::kDivide, a, b); }
  friend Symbol operator-(Symbol a) { return noted({Operator::kNegate, {a.step_}}); }
  friend Condition operator<(Symbol a, Symbol b) { return condition(Operator::kLess, a, b); }
  friend Condition operator>(Symbol a, Symbol b) { return condition(Operator::kLess, b, a); }
  friend Condition operator<=(Symbol a, Symbol b) { return condition(Operator::kLessEqual, a, b); }
  friend Condition operator>=(Symbol a, Symbol b) { return condition(Operator::kLessEqual, b, a); }
  friend Condition operator==(Symbol a, Symbol b) { return condition(Operator::kEqual, a, b); }
  friend Condition operator!=(Symbol a, Symbol b) { return condition(Operator::kNotEqual, a, b); }

 private:
  struct Noted {};
  Symbol(std::size_t step, Noted) : step_(step) {}
  static Symbol of(Operator what, Symbol a, Symbol b) { return noted({what, {a.step_, b.step_}}); }
  static Condition condition(Operator what, Symbol a, Symbol b) {
    return {Tracing::add({what, {a.step_, b.step_}})};
  }

  std::size_t step_;
};

template <class T>
inline constexpr bool kIsSymbol = false;
template <class T>
inline constexpr bool kIsSymbol<Symbol<T>> = true;

// The type that a symbol represents; a number represents itself.
template <class T>
struct Element {
  using type = T;
};
template <class T>
struct Element<Symbol<T>> {
  using type = T;
};
template <class T>
using ElementOf = typename Element<T>::type;

// Functions that operations on numbers and symbols use in addition to operators.

template <class T>
T choose(bool condition, T chosen, T otherwise) {
  return condition ? chosen : otherwise;
}
template <class T>
Symbol<T> choose(Condition condition, std::type_identity_t<Symbol<T>> chosen, Symbol<T> otherwise) {
  return Symbol<T>::noted(
      {Formula::Operator::kChoose, {condition.step, chosen.step(), otherwise.step()}});
}

template <class T>
T root(T x) {
  if constexpr (kIsSymbol<T>) {
    return T::noted({Formula::Operator::kSquareRoot, {x.step()}});
  } else {
    return std::sqrt(x);
  }
}

template <class T>
T absolute(T x) {
  if constexpr (kIsSymbol<T>) {
    return T::noted({Formula::Operator::kAbsolute, {x.step()}});
  } else {
    return std::fabs(x);
  }
}

// An integer is returned itself.
template <class T>
T nearest(T x) {
  if constexpr (kIsSymbol<T>) {
    return T::noted({Formula::Operator::kRound, {x.step()}});
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::nearbyint(x);
  } else {
    return x;
  }
}

// The functions of cpu/vector_math.h.
template <class T>
Symbol<T> vexp(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kExp, {x.step()}});
}
template <class T>
Symbol<T> vexpm1(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kExpm1, {x.step()}});
}
template <class T>
Symbol<T> vlog(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kLog, {x.step()}});
}
template <class T>
Symbol<T> vlog1p(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kLog1p, {x.step()}});
}
template <class T>
Symbol<T> vsin(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kSin, {x.step()}});
}
template <class T>
Symbol<T> vcos(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kCos, {x.step()}});
}
template <class T>
Symbol<T> vtanh(Symbol<T> x) {
  return Symbol<T>::noted({Formula::Operator::kTanh, {x.step()}});
}
template <class T>
Symbol<T> vpow(Symbol<T> x, Symbol<T> y) {
  return Symbol<T>::noted({Formula::Operator::kPower, {x.step(), y.step()}});
}

// a * b + c, rounded once.
template <class T>
T multiply_add(T a, T b, T c) {
  if constexpr (kIsSymbol<T>) {
    return T::noted({Formula::Operator::kMultiplyAdd, {a.step(), b.step(), c.step()}});
  } else {
    return std::fma(a, b, c);
  }
}

// operation(x, number), computed in float64 and rounded once to the type of x. Precondition: the operation is one operator.
template <class T, class Operation>
T in_float64(T x, double number, Operation operation) {
  if constexpr (kIsSymbol<T>) {
    const T result = operation(x, T::exactly(number));
    Tracing::widen(result.step());
    return result;
  } else {
    return static_cast<T>(operation(static_cast<double>(x), number));
  }
}

// An operation that can be called with symbols, too.
template <class Operation>
struct Traceable : Operation {
  using Operation::operator();
};
template <class Operation>
Traceable<Operation> traceable(Operation operation) {
  return {std::move(operation)};
}

template <class Operation>
inline constexpr bool kIsTraceable = false;
template <class Operation>
inline constexpr bool kIsTraceable<Traceable<Operation>> = true;

// The formula of an operation on elements of type T; null if the operation is not traceable.
template <class T, std::size_t kOperands, class Operation>
std::shared_ptr<const Formula> formula_of(const Operation& operation) {
  if constexpr (kIsTraceable<Operation> && std::is_arithmetic_v<T>) {
    Tracing tracing;
    [&]<std::size_t... kNumber>(std::index_sequence<kNumber...>) {
      const std::array operands{Symbol<T>::operand(kNumber)...};
      operation(operands[kNumber]...);
    }
    (std::make_index_sequence<kOperands>{});
    return std::move(tracing).take();
  } else {
    return nullptr;
  }
}

}  // namespace kassay::optimized
