// An operation of a plan with its kernels looked up and its constants in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/engine/scan/scan.h"
#include "optimized/layout.h"
#include "optimized/level.h"
#include "reference/graph/plan.h"

namespace kassay::optimized::engine {

struct Call {
  std::shared_ptr<const reference::Operation> operation;
  const Kernel* native = nullptr;                  // null: the reference's kernel computes it
  reference::BoundCall bound = {};                 // without the arrays: they are not computed yet
  std::vector<std::size_t> open;                   // the arguments that have arrays
  std::vector<reference::Plan::Source> arguments;  // their sources, in the order of `open`
  // By argument; may be empty: see absorbed_layout().
  std::vector<std::shared_ptr<const Layout>> layouts;
  // The types of the arguments, where the types of the results are known and an argument is one array.
  std::vector<reference::TensorType> given;
  std::size_t first_slot = 0;  // the slot of its first result
  // The types of the results. Empty if they depend on elements or are sparse: then each run infers them.
  std::vector<reference::TensorType> types;
  // Whether its results are kept from run to run, as long as its arguments (none of them sparse) are the same arrays.
  bool is_kept = false;
  // For a scan: the scan after trimming, and the slots of its results; kNowhere for a final state that is never read.
  std::shared_ptr<const Scan> scan = nullptr;
  std::vector<std::size_t> scan_slots = {};
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  std::string_view function() const { return operation->call.signature->function; }
};

// The layout of the argument in the array that is read instead of it; null if the argument itself is read.
inline const Layout* absorbed_layout(const Call& call, std::size_t argument) {
  return argument < call.layouts.size() ? call.layouts[argument].get() : nullptr;
}

// Arrays that are the same in every run, by slot.
using Constants = std::map<std::size_t, Value>;

// The calls of a plan in its order, for feeds of these types. With `folded`, calls whose results are the same in every run are left out,
// and their results are added to it.
std::vector<Call> calls_of(const reference::Plan& plan,
                           const std::vector<reference::StaticType>& feeds, const Level& level,
                           Constants* folded = nullptr);

// For each renamed slot the slot that has its array.
using Renamed = std::map<std::size_t, std::size_t>;
void rename(reference::Plan::Source& source, const Renamed& renamed);

// Whether its results are its only effect and depend only on its arguments: it neither draws nor prints.
bool only_computes(const Call& call);

// Whether the constant is that number.
bool is_integer(const Value& constant, std::int64_t number);

// The signature of an operation that no plan contains.
reference::Signature made_signature(std::string name, std::vector<reference::Parameter> parameters);
// A call that no plan contains: it applies the operation with this signature and kernel, whose open arguments come first. Without a kernel,
// every level must have a native one that serves the call. `like`: a call whose settings it takes.
Call made_call(const reference::Signature& signature, const reference::Kernel* kernel,
               const Level& level, const Call& like, std::vector<reference::Plan::Source> arguments,
               std::vector<Value> constants, std::size_t slot, reference::TensorType type);

// An array that only carries a type: its elements must not be read.
Tensor without_elements(const reference::TensorType& type);

// "%7 float32 (2, 3) = tanh(%6)"
std::string to_string(const Call& call);

// Calls visit(slot) for each array that the call reads.
template <class Visit>
void for_each_slot(const Call& call, Visit&& visit) {
  for (const auto& source : call.arguments) for_each_slot(source, visit);
}

// Computes the results of a call whose arrays are bound, into tensors of its types. A kernel may replace these tensors. Throws ApiError.
void compute(const Call& call, std::vector<Tensor>& results);

}  // namespace kassay::optimized::engine
