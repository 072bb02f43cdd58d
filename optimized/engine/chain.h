// Element-wise calls, computed a block at a time: what one call gives the next stays in the cache.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/rows.h"

namespace kassay::optimized::engine {

class Chain : public Instruction {
 public:
  // Precondition: there are rows that serve.
  Chain(std::vector<Call> calls, const std::function<bool(std::size_t)>& is_read_outside,
        std::int64_t block_elements);

  void run(Frame& frame) override;
  const std::vector<std::size_t>& reads() const override { return reads_; }
  const std::vector<std::size_t>& writes() const override { return writes_; }
  std::string describe() const override;

 private:
  // A call. Arrays are numbered: first the arguments of the chain, then the results of its calls.
  struct Member {
    Call call;
    std::vector<std::size_t> arrays;  // for each open argument
    bool is_output = false;           // somebody outside reads it
    std::size_t buffer = 0;           // otherwise: where its block is
  };
  class Worker;

  void assign_buffers();
  std::size_t bytes_of_block() const;

  Shape shape_;
  std::vector<Member> members_;
  std::vector<std::size_t> reads_,
      writes_;                   // the arguments by number; the outputs in the order of the calls
  std::int64_t block_elements_;  // at most
  Rows rows_;
  std::size_t buffers_ = 0;
};

}  // namespace kassay::optimized::engine
