// Graphs in which an operation waits for the shapes of the fed arrays (a recurrence over an unknown
// number of steps, a gradient through unknown dimensions). They are built again once these shapes
// are known.
#pragma once

#include <utility>
#include <vector>

#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference {

// A graph cannot be unrolled with what is known: `lacking` are placeholders and variables whose values may decide sizes in it.
class NotUnrolled : public ApiError {
 public:
  NotUnrolled(const ApiError& why, std::vector<Symbol> lacking)
      : ApiError(why), lacking_(std::move(lacking)) {}
  // Adds them to those whose values count as known. Whether any is new: else it is an error of the program.
  bool add_to(std::vector<Symbol>& known) const;

 private:
  std::vector<Symbol> lacking_;
};

// Whether it is the result of an operation that waits.
bool waits(const Symbol& symbol);
// Whether nothing waits that the tensors depend on.
bool is_unrolled(const std::vector<Symbol>& tensors);

// Replaces `placeholders` by ones with the shapes of `arrays`, and `tensors` by what they become. Those placeholders that are `known` become
// their arrays, and variables that are `known` their values. Throws NotUnrolled if an operation still waits, or refuses its arguments.
void unroll(Session& session, const std::vector<Value>& arrays, const std::vector<Symbol>& known,
            std::vector<Symbol>& placeholders, std::vector<Symbol>& tensors);

}  // namespace kassay::reference
