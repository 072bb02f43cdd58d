// What a compiled program does one after the other.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/engine/memory_plan.h"

namespace kassay::optimized::engine {

class Room;

// The arrays of one run, by slot: Tensor or SparseTensor, None after their lives. Before it None, or memory that the array shall be in.
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
  // Reads slots and fills those of its results. Throws ApiError.
  virtual void run(Frame& frame) = 0;
  // Whether it computes its results whatever the elements of its arguments are.
  virtual bool never_refuses() const = 0;
  // Takes the memory of the results of the next run, which does so itself otherwise. Precondition: never_refuses().
  virtual void reserve(Frame& frame) = 0;
  virtual const std::vector<std::size_t>& reads() const = 0;
  virtual const std::vector<std::size_t>& writes() const = 0;
  // The bytes that each of them takes; 0 where they follow from elements, or are those of a variable.
  virtual std::vector<std::size_t> sizes() const = 0;
  // Lines of text, each with its end.
  virtual std::string describe() const = 0;
};

std::size_t byte_size(const reference::TensorType& type);

// Whether the result of the call is its first argument under another shape, or may be. Not where types are unknown.
bool may_share(const Call& call);

// Memory of results from one run to the next: small ones are computed where nobody looks at the last one any more. Others, which are
// outputs or have no place in the arena, are given back, so that the next results are computed where the cache has them.
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
  // Whether the arguments are those of the last run.
  bool is_computed(const Frame& frame) const;
  std::vector<const std::byte*> places_of_arguments(const Frame& frame) const;
  void keep(const Frame& frame);
  void compute(Frame& frame);

  Call call_;
  std::vector<std::size_t> reads_, writes_;
  std::vector<Room> rooms_;  // of the results
  std::vector<Tensor> results_;
  bool is_reserved_ = false;  // the results of the next run have their memory
  // Of a call that keeps its results: where its arguments were in the last run, and, if they have come twice, these and the results. No
  // other array gets to a place for as long as this one is kept.
  std::vector<const std::byte*> places_;
  std::vector<Value> arguments_, kept_;
};

}  // namespace kassay::optimized::engine
