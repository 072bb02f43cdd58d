// The result of `function`: a graph that is prepared once per combination of input shapes, and called many times.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "reference/graph/plan.h"
#include "reference/graph/session.h"

namespace kassay::reference {

class CompiledFunction : public Callable {
 public:
  // `inputs`: placeholders, or computed tensors, which are then fed instead of computed. `outputs`: tensors or arrays. Throws ApiError.
  CompiledFunction(Session& session, std::vector<Symbol> inputs, const std::vector<Value>& outputs,
                   const std::vector<std::shared_ptr<const Update>>& updates);

  // Takes one list with an array for each input, or None for one that is not fed, and returns one
  // list of arrays. Inputs are rounded to the dtype of their placeholder. Outputs and the values of
  // updates are computed from the values of the variables before the call; then the updates are
  // performed in their order. Throws ApiError.
  std::vector<Value> call(const Arguments& arguments) const override;

 private:
  struct Fed {
    std::vector<Symbol> placeholders;
    std::vector<Value> arrays;
  };
  Fed feed(const List& arrays) const;
  Executable& executable_for(const Fed& fed) const;

  Session& session_;  // the session of the program, which outlives all calls
  std::vector<Symbol> inputs_;
  std::vector<Symbol> wanted_;  // outputs, then the values of the updates
  std::size_t output_count_;
  std::vector<std::shared_ptr<const Variable>> updated_;  // a variable for each update
  bool unrolled_;                                         // no operation waits for the shapes
  // Placeholders and variables whose elements belong to the key, too, because shapes were not enough to unroll.
  mutable std::vector<Symbol> known_;
  mutable std::map<std::vector<Shape>, std::unique_ptr<Executable>> prepared_;
};

}  // namespace kassay::reference
