// Graphs with an operation that waits for the shapes of fed arrays (a recurrence over an unknown number of steps, a gradient through
// unknown dimensions). They are built again once these shapes are known.
#pragma once

#include <utility>
#include <vector>

#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference {

// The graph cannot be unrolled with what is known. `lacking`: placeholders and variables whose values may determine sizes in it.
class NotUnrolled : public ApiError {
 public:
  NotUnrolled(const ApiError& why, std::vector<Symbol> lacking)
      : ApiError(why), lacking_(std::move(lacking)) {}
  // Adds them to the symbols whose values count as known. Returns whether any are new; if not, the program has an error.
  bool add_to(std::vector<Symbol>& known) const;

 private:
  std::vector<Symbol> lacking_;
};

// Whether a waiting operation computes it.
bool waits(const Symbol& symbol);
// Whether the tensors do not depend on a waiting operation.
bool is_unrolled(const std::vector<Symbol>& tensors);

// Replaces `placeholders` by ones with the shapes of `arrays`, and `tensors` accordingly. `known` placeholders become their arrays, and
// `known` variables their values. Throws NotUnrolled if an operation still waits or refuses its arguments.
void unroll(Session& session, const std::vector<Value>& arrays, const std::vector<Symbol>& known,
            std::vector<Symbol>& placeholders, std::vector<Symbol>& tensors);

}  // namespace kassay::reference
