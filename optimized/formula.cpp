#include "optimized/formula.h"

namespace kassay::optimized {
namespace {

thread_local Tracing* current = nullptr;

}  // namespace

std::size_t operand_count(Formula::Operator what) {
  using enum Formula::Operator;
  switch (what) {
    case kOperand:
    case kNumber:
      return 0;
    case kSquareRoot:
    case kNegate:
    case kAbsolute:
    case kRound:
    case kExp:
    case kExpm1:
    case kLog:
    case kLog1p:
    case kSin:
    case kCos:
    case kTanh:
      return 1;
    case kMultiplyAdd:
    case kChoose:
      return 3;
    default:
      return 2;
  }
}

bool is_condition(Formula::Operator what) {
  using enum Formula::Operator;
  return what == kLess || what == kLessEqual || what == kEqual || what == kNotEqual;
}

bool is_function(Formula::Operator what) {
  using enum Formula::Operator;
  return what >= kRound && what <= kPower;
}

Tracing::Tracing() : before_(std::exchange(current, this)) {}
Tracing::~Tracing() { current = before_; }

std::size_t Tracing::add(const Formula::Step& step) {
  current->formula_.steps.push_back(step);
  return current->formula_.steps.size() - 1;
}

std::shared_ptr<const Formula> Tracing::take() && {
  if (is_given_up_) return nullptr;
  return std::make_shared<const Formula>(std::move(formula_));
}

void Tracing::give_up() { current->is_given_up_ = true; }

void Tracing::widen(std::size_t step) { current->formula_.steps[step].is_wide = true; }

}  // namespace kassay::optimized
