// The scans of a program; each compiles its turn as a separate program.
#pragma once

#include <memory>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/options.h"
#include "optimized/engine/program.h"

namespace kassay::optimized::engine {

// Removes from a scan the work for results that are not read. `is_read`: by slot.
void trim(Call& scan, const std::vector<bool>& is_read);

// One scan, whose turn is compiled once. A turn writes outputs directly to their places among those of all turns, and reads the elements of
// sequences where they are.
class ScanStep : public Instruction {
 public:
  ScanStep(Call call, const Level& level, const Options& options);
  void run(Frame& frame) override;
  bool never_refuses() const override { return false; }
  void reserve(Frame&) override {}
  const std::vector<std::size_t>& reads() const override { return reads_; }
  const std::vector<std::size_t>& writes() const override { return writes_; }
  std::vector<std::size_t> sizes() const override;
  std::string describe() const override;

 private:
  List argument(std::size_t parameter, const Frame& frame) const;

  const Call call_;
  const reference::Plan plan_;
  Program turn_;
  const bool measures_;
  std::vector<std::size_t> reads_, writes_;
};

// The instruction for a call outside chains.
std::unique_ptr<Instruction> step_of(Call call, const Level& level, const Options& options);

// Computes the results of a call of internal.scan with arrays.
std::vector<Value> compute_scan(const reference::BoundCall& call, reference::Session& session,
                                const Level& level, const Options& options);

}  // namespace kassay::optimized::engine
