// From the calls of one turn to a scan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "reference/runtime/scan.h"
#include "reference/runtime/session.h"

namespace kassay::reference {

class ScanBuilder {
 public:
  ScanBuilder(Session& session, std::int64_t turns);

  // What stands for the element of a sequence in a turn. The first dimension of the sequence is
  // that of the turns. Precondition: its type is complete.
  Value element_of(const Value& sequence);
  // What stands for a state before a turn, of which this is the value before the first one.
  Value state_from(const Value& initial);

  struct Results {
    std::vector<Value> states;   // after the last turn
    std::vector<Value> outputs;  // their elements of all turns
  };
  // None where turns differ in more than the arrays that they compute, so that their calls must be
  // made one after the other: a state changes its type, a dimension is unknown, something is random
  // or sparse. Then the session is as if nothing had been called, but for names that were given.
  // Throws NotStatic where too little is known of what a turn uses.
  std::optional<Results> build(const std::vector<Value>& next, const std::vector<Value>& outputs);

 private:
  void replace_outer();
  bool is_regular() const;
  bool depends_on_nothing() const;
  void move_products_out();
  std::optional<Value> whole(const Symbol& symbol) const;
  void find_captured();
  bool is_made_here(const Symbol& symbol) const;

  Session& session_;
  const std::uint64_t random_operations_;  // before the turn
  std::shared_ptr<Scan> scan_ = std::make_shared<Scan>();
  std::optional<std::uint64_t> first_;  // the number of the first tensor that stands for another
  std::set<Symbol> replaced_;  // what tensors from outside of the turn have become since then
  List sequences_, states_, captured_;
};

}  // namespace kassay::reference
