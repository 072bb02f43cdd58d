// A wrong backend: the reference with one mistake that the author of a backend could make.
//
//   fault("elementwise/round/through-int32", {"round"}, Class::kWidth, "what is wrong, a sentence",
//         [](Call& call) { ... })             answers a call of the program
//   fault(..., [](Computation& c) { ... })    answers every evaluation of the function
//
// Calls that a fault makes of other functions stay right. They are nodes of a graph like any other,
// so that a fault made of calls holds in every mode, and in gradients. Evaluations see elements;
// gradients stay right.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "conformance/trials/strength/faults/call.h"

namespace kassay::faults {

enum class Class {
  kDomain,      // where inputs lie: large arguments, small types, higher ranks
  kDerivative,  // right values, wrong derivatives
  kWidth,       // numbers that pass through a narrower type
  kSmall,       // small results that lose their digits
  kState,       // state, names, order of calls, known shapes, types of plain results
  kSpecial,     // special values made inside, epsilons at the edge of their use
  kRandom,
  kWindow,     // convolution, pooling, padding, resizing
  kCondition,  // special conditions of CTC, losses and normalisation
};
std::string_view class_name(Class of_fault);  // "domain", "derivative", ...

// Both get what they intercept, and return what the faulty backend answers.
struct Interception {
  std::function<Values(Call&)> calls = {};
  std::function<Values(Computation&)> computations = {};
};

struct Fault {
  std::string id;                      // category/function/mistake
  std::vector<std::string> functions;  // those that it intercepts, operators too
  Class of_class;
  std::string text;
  std::function<Interception()> make;  // for one program: with state that is new
  std::string slips_through = {};      // the case that would catch it; empty: some case does
  // The decision that allows it, so that no case may catch it, and why; empty: the specification
  // forbids it.
  std::string left_open = {};
  std::string source = {};  // the address of a report of a backend that had it; empty: invented

  Fault slips(std::string reason) && {
    slips_through = std::move(reason);
    return std::move(*this);
  }
  Fault leaves_open(std::string reason) && {
    left_open = std::move(reason);
    return std::move(*this);
  }
  Fault published(std::string address) && {
    source = std::move(address);
    return std::move(*this);
  }
  bool is_published() const { return !source.empty(); }
  // Whether its entry says why no case catches it.
  bool is_excused() const { return !slips_through.empty() || !left_open.empty(); }
};

// `answer` takes a Call or a Computation, and returns a Value or several.
template <class Answer>
Fault fault(std::string id, std::vector<std::string> functions, Class of_class, std::string text,
            Answer answer) {
  const auto values = [](auto result) {
    if constexpr (std::is_convertible_v<decltype(result), Values>) {
      return Values(std::move(result));
    } else {
      return Values{Value(std::move(result))};
    }
  };
  const auto make = [answer, values] {
    Interception made;
    if constexpr (std::is_invocable_v<Answer&, Call&>) {
      made.calls = [answer, values](Call& call) mutable { return values(answer(call)); };
    } else {
      made.computations = [answer, values](Computation& c) mutable { return values(answer(c)); };
    }
    return made;
  };
  return {std::move(id), std::move(functions), of_class, std::move(text), make};
}

// The lists one after the other.
std::vector<Fault> joined(std::vector<std::vector<Fault>> lists);

}  // namespace kassay::faults
