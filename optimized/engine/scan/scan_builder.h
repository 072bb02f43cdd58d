// Turns the calls of one turn into a scan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "optimized/engine/scan/scan.h"
#include "reference/graph/session.h"

namespace kassay::optimized::engine {

class ScanBuilder : public reference::Turns {
 public:
  ScanBuilder(reference::Session& session, std::int64_t turns);
  Value element_of(const Value& sequence) override;
  Value state_from(const Value& initial) override;
  std::optional<Results> build(const std::vector<Value>& next,
                               const std::vector<Value>& outputs) override;

 private:
  void replace_outer();
  bool is_regular() const;
  bool depends_on_nothing() const;
  void move_products_out();
  std::optional<Value> whole(const reference::Symbol& symbol) const;
  void find_captured();
  bool is_made_here(const reference::Symbol& symbol) const;

  reference::Session& session_;
  const std::uint64_t random_operations_;  // before the turn
  std::shared_ptr<Scan> scan_ = std::make_shared<Scan>();
  std::optional<std::uint64_t> first_;    // of the first tensor that represents another one
  std::set<reference::Symbol> replaced_;  // outside tensors of the turn, and what has replaced them
  List sequences_, states_, captured_;
};

}  // namespace kassay::optimized::engine
