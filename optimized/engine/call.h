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
  const Kernel* native = nullptr;   // null: the reference's computes it
  reference::BoundCall bound = {};  // without the arrays, which come before it is computed
  std::vector<std::size_t> open;    // the arguments that have arrays
  std::vector<reference::Plan::Source> arguments;  // where these are; as many as `open`
  // By argument, or none at all: see absorbed_layout().
  std::vector<std::shared_ptr<const Layout>> layouts;
  // The types of the arguments, where those of the results are known and an argument is one array.
  std::vector<reference::TensorType> given;
  std::size_t first_slot = 0;  // of its results
  // Of the results. Empty where they follow from elements, or are sparse: each run infers them.
  std::vector<reference::TensorType> types;
  // Whether its results are kept from run to run, for as long as its arguments, none of them sparse, are the same arrays.
  bool is_kept = false;
  // Of a scan: what is left of it, and the slots of its results, kNowhere for the end of a state that nobody reads.
  std::shared_ptr<const Scan> scan = nullptr;
  std::vector<std::size_t> scan_slots = {};
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  std::string_view function() const { return operation->call.signature->function; }
};

// How the argument lies in the array that is read in its place; null where it is that array.
inline const Layout* absorbed_layout(const Call& call, std::size_t argument) {
  return argument < call.layouts.size() ? call.layouts[argument].get() : nullptr;
}

// Arrays that are the same in every run, by slot.
using Constants = std::map<std::size_t, Value>;

// The calls of a plan in its order, for feeds of these types. `folded`: if there is one, calls whose results are the same in every run
// are left out, and their results added to it.
std::vector<Call> calls_of(const reference::Plan& plan,
                           const std::vector<reference::StaticType>& feeds, const Level& level,
                           Constants* folded = nullptr);

// Where arrays are found instead: slots by slot.
using Renamed = std::map<std::size_t, std::size_t>;
void rename(reference::Plan::Source& source, const Renamed& renamed);

// Whether it does no more than to compute the same results of the same arguments: it neither draws nor prints.
bool only_computes(const Call& call);

// Whether a constant is that number.
bool is_integer(const Value& constant, std::int64_t number);

// Of an operation that no plan has.
reference::Signature made_signature(std::string name, std::vector<reference::Parameter> parameters);
// A call that no plan has: of the operation with this signature and kernel, whose open arguments come first. No kernel: every level has
// a native one that serves the call. `like`: a call with the settings that it has.
Call made_call(const reference::Signature& signature, const reference::Kernel* kernel,
               const Level& level, const Call& like, std::vector<reference::Plan::Source> arguments,
               std::vector<Value> constants, std::size_t slot, reference::TensorType type);

// An array of which only the type counts: nobody may read its elements.
Tensor without_elements(const reference::TensorType& type);

// "%7 float32 (2, 3) = tanh(%6)"
std::string to_string(const Call& call);

// Calls visit(slot) for each array that the call reads.
template <class Visit>
void for_each_slot(const Call& call, Visit&& visit) {
  for (const auto& source : call.arguments) for_each_slot(source, visit);
}

// The results of a call with its arrays, into tensors of its types: a kernel may put others in their place. Throws ApiError.
void compute(const Call& call, std::vector<Tensor>& results);

}  // namespace kassay::optimized::engine
