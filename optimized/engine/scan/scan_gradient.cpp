#include "optimized/engine/scan/scan_gradient.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "reference/graph/differentiation.h"
#include "reference/graph/session.h"
#include "reference/internal/contraction.h"

namespace kassay::optimized::engine {
namespace {

using namespace reference;  // this file extends the graph for an engine

// The place of the symbol in the list; the size of the list if it is absent.
std::size_t place_of(const std::vector<Symbol>& symbols, const Symbol& symbol) {
  return static_cast<std::size_t>(std::ranges::find(symbols, symbol) - symbols.begin());
}

// A part of the gradient of a captured tensor: a tensor of its shape, or the two operands of a matrix product, which is summed over all
// turns at once.
struct Term {
  Symbol whole;
  Symbol x, y;
};

// A turn of the gradient, in tensors of the turn of the scan.
struct Adjoint {
  std::vector<std::optional<Symbol>> of_states,
      of_outputs;                                       // placeholders of the gradients of results
  std::vector<std::optional<Symbol>> elements, states;  // gradients of the given tensors
  std::vector<std::vector<Term>> captured;
  std::vector<Symbol> read, captured_read;  // from the turn of the scan
};

// The operation with the symbol as its result, if it calls that function; otherwise null.
const Operation* call_of(const Symbol& symbol, std::string_view function) {
  const Operation* const operation = operation_of(symbol);
  return operation != nullptr && operation->call.signature->function == function ? operation
                                                                                 : nullptr;
}

void add_terms(const Symbol& sum, std::vector<Term>& terms) {
  if (const Operation* const addition = call_of(sum, "operator.add")) {
    const Symbol x = symbol_of(addition->call.values[0]), y = symbol_of(addition->call.values[1]);
    if (x && y && x->type().shape == sum->type().shape && y->type().shape == sum->type().shape) {
      add_terms(x, terms);
      add_terms(y, terms);
      return;
    }
  }
  const Operation* const product = call_of(sum, "internal.contract");
  const auto is_first = [](const Value& axis) { return std::get<std::int64_t>(axis) == 0; };
  if (product != nullptr && is_first(product->call.values[2]) &&
      is_first(product->call.values[3])) {
    terms.push_back(
        {nullptr, symbol_of(product->call.values[0]), symbol_of(product->call.values[1])});
  } else {
    terms.push_back({sum, nullptr, nullptr});
  }
}

Symbol placeholder_like(const Symbol& symbol) {
  return std::make_shared<Placeholder>(symbol->type());
}

std::vector<Symbol> found(const std::vector<std::optional<Symbol>>& symbols) {
  std::vector<Symbol> all;
  for (const auto& symbol : symbols) {
    if (symbol) all.push_back(*symbol);
  }
  return all;
}

// `has_gradient`: by result.
Adjoint adjoint_of(Session& session, const Scan& scan, const std::vector<bool>& has_gradient) {
  Adjoint adjoint;
  std::vector<Expression> results;
  Gradients gradients;
  const auto add_result = [&](const Symbol& symbol, bool is_wanted) {
    std::optional<Symbol> gradient;
    if (is_wanted && is_floating(symbol->type().dtype)) gradient = placeholder_like(symbol);
    results.emplace_back(session, Handle(symbol));
    gradients.push_back(std::nullopt);
    if (gradient) gradients.back().emplace(session, Handle(*gradient));
    return gradient;
  };
  for (const Symbol& state : scan.next) adjoint.of_states.push_back(add_result(state, true));
  for (std::size_t i = 0; i < scan.outputs.size(); ++i)
    adjoint.of_outputs.push_back(add_result(scan.outputs[i], has_gradient[scan.next.size() + i]));

  const std::vector<Symbol> given = scan.given();
  const Gradients of_given = backpropagate(results, gradients, given, Targets::kLeaves);
  std::vector<Symbol> made;
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::optional<Symbol> gradient;
    if (of_given[i] && is_floating(given[i]->type().dtype))
      gradient = symbol_of(of_given[i]->value());
    if (gradient) made.push_back(*gradient);
    if (i < scan.elements.size()) {
      adjoint.elements.push_back(gradient);
    } else if (i < scan.elements.size() + scan.states.size()) {
      adjoint.states.push_back(gradient);
    } else {
      std::vector<Term>& terms = adjoint.captured.emplace_back();
      if (gradient) add_terms(*gradient, terms);
    }
  }

  const std::vector<Symbol> tensors = scan.tensors();
  std::vector<Symbol> ends = tensors;
  std::ranges::copy(found(adjoint.of_states), std::back_inserter(ends));
  std::ranges::copy(found(adjoint.of_outputs), std::back_inserter(ends));
  const std::set<Symbol> of_scan(tensors.begin(), tensors.end());
  for (const Symbol& symbol : ancestors(made, /*through_known=*/false, ends)) {
    if (symbol->known() != nullptr || !of_scan.contains(symbol)) continue;
    const bool is_captured = place_of(scan.captured, symbol) < scan.captured.size();
    (is_captured ? adjoint.captured_read : adjoint.read).push_back(symbol);
  }
  return adjoint;
}

Symbol zeros_like(const Symbol& symbol) {
  return std::make_shared<Constant>(Tensor(symbol->type().dtype, *symbol->type().shape));
}

// Assembles the gradient of a scan in the graph around it.
class Assembly {
 public:
  Assembly(const BoundCall& call, const std::vector<Expression>& y, const Gradients& g)
      : session_(*call.session), call_(call), scan_(scan_of(call)), y_(y), g_(g) {}

  Gradients gradients() {
    std::vector<bool> has_gradient;
    for (const auto& gradient : g_) has_gradient.push_back(gradient.has_value());
    const Adjoint adjoint = adjoint_of(session_, *scan_, has_gradient);
    auto backward = std::make_shared<Scan>();
    backward_ = backward.get();
    backward->turns = scan_->turns;
    backward->is_backward = !scan_->is_backward;
    add_sequences(adjoint);
    add_states(adjoint);
    add_captured(adjoint);
    for (const Symbol& gradient : found(adjoint.elements)) output_of(gradient);
    std::vector<std::vector<Sum>> sums;
    for (const auto& terms : adjoint.captured) {
      sums.emplace_back();
      for (const Term& term : terms) sums.back().push_back(sum_of(term));
    }
    results_ = apply_scan(session_, std::move(backward), sequences_, states_, captured_);

    Gradients all;
    for (const auto& gradient : adjoint.elements) {
      all.emplace_back();
      if (gradient) all.back().emplace(stack_of(*gradient));
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < scan_->states.size(); ++i) {
      all.emplace_back();
      if (adjoint.of_states[i]) all.back().emplace(session_, results_[next++]);
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
      all.push_back(total(sums[i], *scan_->captured[i]->type().shape));
    return all;
  }

 private:
  // The sum of a term over all turns.
  struct Sum {
    std::size_t state;  // its number, or kNone
    Term term;
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  const List& arguments(std::size_t parameter) const {
    return std::get<List>(call_.values[parameter]);
  }
  Expression expression(Value tensor) const { return {session_, std::move(tensor)}; }

  // Adds what the gradient reads from the turns of the scan, and the gradients of its outputs.
  void add_sequences(const Adjoint& adjoint) {
    Scan longer = *scan_;
    for (const Symbol& symbol : adjoint.read) {
      if (place_of(scan_->elements, symbol) == scan_->elements.size() &&
          place_of(longer.outputs, symbol) == longer.outputs.size())
        longer.outputs.push_back(symbol);
    }
    std::vector<Value> results;
    if (longer.outputs.size() == scan_->outputs.size()) {
      for (const Expression& y : y_) results.push_back(y.value());
    } else {
      results = apply_scan(session_, std::make_shared<Scan>(longer), arguments(1), arguments(2),
                           arguments(3));
    }
    for (const Symbol& symbol : adjoint.read) {
      const std::size_t element = place_of(scan_->elements, symbol);
      add_sequence(symbol, element < scan_->elements.size()
                               ? arguments(1)[element]
                               : results[longer.next.size() + place_of(longer.outputs, symbol)]);
    }
    for (std::size_t i = 0; i < adjoint.of_outputs.size(); ++i) {
      if (adjoint.of_outputs[i])
        add_sequence(*adjoint.of_outputs[i], g_[scan_->next.size() + i]->value());
    }
  }
  void add_sequence(const Symbol& element, Value sequence) {
    backward_->elements.push_back(element);
    sequences_.push_back(std::move(sequence));
  }

  void add_states(const Adjoint& adjoint) {
    for (std::size_t i = 0; i < scan_->states.size(); ++i) {
      if (!adjoint.of_states[i]) continue;
      const Symbol& gradient = *adjoint.of_states[i];
      backward_->states.push_back(gradient);
      backward_->next.push_back(adjoint.states[i].value_or(zeros_like(gradient)));
      states_.push_back(g_[i] ? g_[i]->value() : Handle(zeros_like(gradient)));
    }
  }

  void add_captured(const Adjoint& adjoint) {
    for (const Symbol& symbol : adjoint.captured_read) {
      backward_->captured.push_back(symbol);
      captured_.push_back(arguments(3)[place_of(scan_->captured, symbol)]);
    }
  }

  void output_of(const Symbol& symbol) {
    const bool is_there = place_of(backward_->elements, symbol) < backward_->elements.size() ||
                          place_of(backward_->outputs, symbol) < backward_->outputs.size();
    if (!is_there) backward_->outputs.push_back(symbol);
  }

  // The elements of the tensor in all turns.
  Expression stack_of(const Symbol& symbol) const {
    const std::size_t element = place_of(backward_->elements, symbol);
    if (element < backward_->elements.size()) return expression(sequences_[element]);
    return expression(results_[backward_->states.size() + place_of(backward_->outputs, symbol)]);
  }

  // Makes the scan compute what the sum needs: operands of products, elements of smaller sums, or the sum itself as a state.
  Sum sum_of(const Term& term) {
    if (!term.whole) {
      output_of(term.x);
      output_of(term.y);
      return {kNone, term};
    }
    if (const Operation* const sum = call_of(term.whole, "internal.sum_to")) {
      const Symbol addends = symbol_of(sum->call.values[0]);
      output_of(addends);
      return {kNone, {addends, nullptr, nullptr}};
    }
    const Symbol state = placeholder_like(term.whole);
    const Expression more = expression(Handle(state)) + expression(Handle(term.whole));
    backward_->states.push_back(state);
    backward_->next.push_back(symbol_of(more.value()));
    states_.emplace_back(Handle(zeros_like(state)));
    return {backward_->states.size() - 1, term};
  }

  // The matrices of all turns, one below the other.
  static Expression joined(const Expression& stack) {
    return reshape(stack, {stack.shape()[0] * stack.shape()[1], stack.shape()[2]});
  }

  Expression value_of(const Sum& sum, const Shape& shape) const {
    if (sum.state != kNone) return expression(results_[sum.state]);
    if (sum.term.whole) return sum_to(stack_of(sum.term.whole), shape);
    return contract(joined(stack_of(sum.term.x)), 0, joined(stack_of(sum.term.y)), 0);
  }

  std::optional<Expression> total(const std::vector<Sum>& sums, const Shape& shape) const {
    std::optional<Expression> total;
    for (const Sum& sum : sums) {
      const Expression value = value_of(sum, shape);
      total.emplace(total ? *total + value : value);
    }
    return total;
  }

  Session& session_;
  const BoundCall& call_;
  const std::shared_ptr<const Scan> scan_;
  const std::vector<Expression>& y_;
  const Gradients& g_;
  Scan* backward_ = nullptr;
  List sequences_, states_, captured_;
  std::vector<Value> results_;
};

}  // namespace

Gradients scan_gradient(const BoundCall& call, const std::vector<Expression>& y,
                        const Gradients& g) {
  return Assembly(call, y, g).gradients();
}

std::vector<Symbol> read_by_gradient(Session& session, const Scan& scan) {
  std::vector<Symbol> read =
      adjoint_of(session, scan, std::vector<bool>(scan.next.size() + scan.outputs.size(), true))
          .read;
  std::erase_if(read, [&](const Symbol& symbol) {
    return place_of(scan.elements, symbol) < scan.elements.size();
  });
  return read;
}

}  // namespace kassay::optimized::engine
