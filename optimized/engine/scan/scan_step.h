// The scans of a program: their turns are programs of their own.
#pragma once

#include <memory>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/options.h"
#include "optimized/engine/program.h"

namespace kassay::optimized::engine {

// Leaves out of a scan what it computes for results that nobody reads. `is_read`: by slot.
void trim(Call& scan, const std::vector<bool>& is_read);

// One scan, whose turn is compiled once. Outputs are computed where they lie among those of all turns, and a turn reads its elements of
// sequences where these lie.
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

// The instruction of a call that is in no chain.
std::unique_ptr<Instruction> step_of(Call call, const Level& level, const Options& options);

// The results of a call of internal.scan with arrays.
std::vector<Value> compute_scan(const reference::BoundCall& call, reference::Session& session,
                                const Level& level, const Options& options);

}  // namespace kassay::optimized::engine
