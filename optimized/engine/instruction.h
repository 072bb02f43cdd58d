// The instructions of a compiled program.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/engine/memory_plan.h"

namespace kassay::optimized::engine {

class Room;

// The arrays of one run, by slot: a Tensor or SparseTensor while it lives; before that, None or the memory reserved for the array;
// afterwards None.
struct Frame {
  reference::Session& session;
  std::vector<Value> slots;
  Arena& arena;

  // Memory for a result.
  Tensor take(std::size_t slot, const reference::TensorType& type, Room& room);
};

class Instruction {
 public:
  virtual ~Instruction() = default;
  // Reads slots and fills the slots of its results. Throws ApiError.
  virtual void run(Frame& frame) = 0;
  // Whether it computes its results for any elements of its arguments.
  virtual bool never_refuses() const = 0;
  // Reserves memory for the results of the next run, which otherwise does it. Precondition: never_refuses().
  virtual void reserve(Frame& frame) = 0;
  virtual const std::vector<std::size_t>& reads() const = 0;
  virtual const std::vector<std::size_t>& writes() const = 0;
  // The bytes of each result; 0 if they depend on elements, or belong to a variable.
  virtual std::vector<std::size_t> sizes() const = 0;
  // One or several lines, each with its line end.
  virtual std::string describe() const = 0;
};

std::size_t byte_size(const reference::TensorType& type);

// Whether the result of the call is, or may be, its first argument under another shape. False if types are unknown.
bool may_share(const Call& call);

// Memory of results that lasts from run to run. A small result reuses the memory of the last one when only the room holds it. Larger ones,
// which are outputs or outside the arena, are released, so that the next result gets memory that is in the cache.
class Room {
 public:
  Tensor take(const reference::TensorType& type);

 private:
  std::vector<Tensor> kept_;
};

// One call.
class Step : public Instruction {
 public:
  explicit Step(Call call);
  void run(Frame& frame) override;
  bool never_refuses() const override;
  void reserve(Frame& frame) override;
  const std::vector<std::size_t>& reads() const override { return reads_; }
  const std::vector<std::size_t>& writes() const override { return writes_; }
  std::vector<std::size_t> sizes() const override;
  std::string describe() const override { return to_string(call_) + "\n"; }

 private:
  // Whether the arguments are the arrays of the last run.
  bool is_computed(const Frame& frame) const;
  std::vector<const std::byte*> places_of_arguments(const Frame& frame) const;
  void keep(const Frame& frame);
  void compute(Frame& frame);

  Call call_;
  std::vector<std::size_t> reads_, writes_;
  std::vector<Room> rooms_;  // for the results
  std::vector<Tensor> results_;
  bool is_reserved_ = false;  // the results of the next run have their memory
  // For a call that keeps its results: the addresses of its arguments in the last run. If the same ones came twice, it keeps these
  // arguments and the results; while it keeps an array, no other array can have its address.
  std::vector<const std::byte*> places_;
  std::vector<Value> arguments_, kept_;
};

}  // namespace kassay::optimized::engine
