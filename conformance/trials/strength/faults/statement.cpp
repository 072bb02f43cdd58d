#include "conformance/trials/strength/faults/statement.h"

#include <algorithm>

#include "conformance/protocol/execute.h"
#include "conformance/trials/strength/faults/faulty_backend.h"
#include "reference/reference.h"
#include "spec/lib/program_file.h"

namespace kassay::faults {
namespace {

bool equal(const Value& x, const Value& y);

// Equality of plain values.
struct Equal {
  const Value& other;
  bool operator()(const Tensor& x) const {
    const auto& y = std::get<Tensor>(other);
    return x.dtype() == y.dtype() && x.shape() == y.shape() &&
           std::ranges::equal(x.bytes(), y.bytes());
  }
  bool operator()(const List& x) const {
    return std::ranges::equal(x, std::get<List>(other), equal);
  }
  bool operator()(const SparseTensor&) const { return false; }
  template <class T>
  bool operator()(const T& x) const {
    return x == std::get<T>(other);
  }
};

bool equal(const Value& x, const Value& y) {
  return x.index() == y.index() && std::visit(Equal{y}, x);
}

}  // namespace

bool is_shown(const Fault& fault, const std::string& witnesses) {
  const ProgramFile file = read_program_file(witnesses + "/" + fault.id + ".json");
  const auto answer = [&](Backend& backend) {
    return std::get<compare::Answer>(protocol::execute(backend, file.program, file.inputs));
  };
  const compare::Answer right = answer(*make_reference(Edition::kKo));
  const compare::Answer faulty = answer(*make_faulty(fault));
  if (right.error_kind.empty() != faulty.error_kind.empty()) return true;
  return right.error_kind.empty() && !std::ranges::equal(right.outputs, faulty.outputs, equal);
}

std::string problem_of(const Fault& fault, const Trial& trial, const std::string& witnesses) {
  const bool slips = trial.caught.empty();
  if (slips && !fault.is_excused()) {
    return "no case catches it: add one, or state in the catalogue which one would (`slips`) or "
           "which decision allows the fault (`leaves_open`)";
  }
  if (!slips && fault.is_excused()) {
    return "it is caught: remove its witness, and `slips` or `leaves_open` from its entry in the "
           "catalogue";
  }
  if (slips && !is_shown(fault, witnesses)) {
    return "its witness gives the same answer with and without the fault, or fails in both: "
           "correct " +
           witnesses + "/" + fault.id + ".json or the fault";
  }
  return "";
}

}  // namespace kassay::faults
