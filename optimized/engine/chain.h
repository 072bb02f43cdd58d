// Element-wise calls, computed a run of elements at a time: what one call gives the next stays in the first-level cache.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/link.h"
#include "optimized/engine/passages.h"
#include "optimized/layout.h"

namespace kassay::optimized::engine {

// What is assigned to a variable after a run.
struct Update {
  std::shared_ptr<const reference::Variable> variable;
  std::size_t value;               // its slot
  std::optional<std::size_t> old;  // that of the value before, if anybody reads it
};

class Chain : public Instruction {
 public:
  // Of calls that go through elements of one shape; each argument broadcasts to it. `is_read_outside`: of a slot of a result.
  Chain(std::vector<Link> links, const std::function<bool(std::size_t)>& is_read_outside,
        std::int64_t run_length, VectorCodes& codes);

  // Whether the value is a result that the chain can write over the old one: it reads no old element after the new one is written.
  bool can_update_in_place(const Update& update) const;
  // Has the value computed in the array of the variable, in each run in which no other tensor has this array when the memory of the
  // results is taken; one result is in the array of one variable, the last one told. Precondition: it can be, and the value is of
  // the variable's type.
  void update_in_place(const Update& update);

  void run(Frame& frame) override;
  bool never_refuses() const override { return true; }
  void reserve(Frame& frame) override;
  const std::vector<std::size_t>& reads() const override { return reads_; }
  const std::vector<std::size_t>& writes() const override { return writes_; }
  std::vector<std::size_t> sizes() const override;
  std::string describe() const override;

 private:
  // An array from outside.
  struct Argument {
    Layout layout;
    const Layout* absorbed;  // which the calls keep alive; null for the array as it is
    std::size_t element_size;
    std::size_t buffer;  // where its elements are gathered, if they are
    // Of one whose elements repeat within a run: these are gathered once, for as long as a run beyond the first ones.
    std::int64_t period = 0;
    std::size_t last_reader = 0;  // the number of the member

    bool is_gathered() const { return layout.rank > 0; }
  };
  // What a loop reads.
  struct Operand {
    enum class From { kArgument, kResult, kConstant } from;
    std::size_t number;         // of the argument, or of the member
    const std::byte* constant;  // which the loop keeps alive
  };
  struct Member {
    Call call;
    Loop loop;
    std::vector<Operand> operands;
    std::size_t element_size = 0;
    bool is_output = false;           // somebody outside reads it
    bool stays_in_registers = false;  // it is within a passage, and nobody else reads it
    std::size_t buffer = 0;           // where its elements are, if neither is so
    std::optional<Update> update;     // in place
    std::optional<Total>
        total;                  // it adds elements up: its result, an output, is none of that shape
    std::size_t first_sum = 0;  // of a total, among the sums of a task
  };
  // The arrays of one call of `run`.
  struct Arrays {
    std::vector<const std::byte*> arguments;
    std::vector<std::byte*> outputs;  // by member; null for the others
  };

  std::size_t bytes_of_a_buffer() const;
  void add_arguments(const std::vector<Link>& links);
  void add_member(Link link, bool is_output);
  void assign_buffers();
  // Where the elements of an operand, or of a result, are from the one of that number on. `room`: the buffers.
  const std::byte* operand_at(const Operand& operand, const Arrays& arrays, std::byte* room,
                              std::int64_t first) const;
  std::byte* result_at(std::size_t member, const Arrays& arrays, std::byte* room,
                       std::int64_t first) const;
  void compute(const Passage& passage, const Arrays& arrays, std::byte* room, std::int64_t first,
               std::int64_t count) const;
  // `sums`: of one task.
  void compute(const Arrays& arrays, std::int64_t begin, std::int64_t end, double* sums) const;
  void compute_in_tasks(const Arrays& arrays, std::vector<double>& sums) const;
  // Adds the sums of all tasks up, and makes the results of them.
  void store_totals(std::vector<double>& sums, Frame& frame) const;

  Shape shape_;
  std::int64_t size_, run_length_;
  std::vector<Argument> arguments_;
  // By slot, and how the array lies there.
  std::map<std::pair<std::size_t, const Layout*>, std::size_t> argument_numbers_;
  std::vector<Member> members_;
  std::map<std::size_t, std::size_t> makers_;  // members, by the slot of the result
  std::vector<Passage> passages_;
  std::vector<std::size_t> reads_, writes_;  // the arguments; the outputs in the order of the calls
  std::vector<Room> rooms_;                  // of the outputs
  std::vector<Tensor> results_;              // in the order of the outputs
  bool is_reserved_ = false;                 // those of the next run have their memory
  Arrays arrays_;                            // of this run
  std::size_t buffers_ = 0;
  std::size_t sums_ = 0;  // of a task
};

}  // namespace kassay::optimized::engine
