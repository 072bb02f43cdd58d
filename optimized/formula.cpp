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

Tracing::Tracing() : before_(std::exchange(current, this)) {}
Tracing::~Tracing() { current = before_; }

std::size_t Tracing::add(const Formula::Step& step) {
  current->formula_.steps.push_back(step);
  return current->formula_.steps.size() - 1;
}

std::shared_ptr<const Formula> Tracing::take() && {
  return std::make_shared<const Formula>(std::move(formula_));
}

void Tracing::widen(std::size_t step) { current->formula_.steps[step].is_wide = true; }

}  // namespace kassay::optimized
