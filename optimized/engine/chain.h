// Element-wise calls, computed a run of elements at a time: intermediate results stay in the first-level cache.
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

// A value that is assigned to a variable after a run.
struct Update {
  std::shared_ptr<const reference::Variable> variable;
  std::size_t value;               // its slot
  std::optional<std::size_t> old;  // the slot of the old value, if it is read
};

class Chain : public Instruction {
 public:
  // The links go through elements of one shape; each argument broadcasts to it. `is_read_outside`: takes the slot of a result.
  Chain(std::vector<Link> links, const std::function<bool(std::size_t)>& is_read_outside,
        std::int64_t run_length, VectorCodes& codes);

  // Whether the chain can write the value over the old one: it reads each old element before it writes the new one.
  bool can_update_in_place(const Update& update) const;
  // Makes each run compute the value in the array of the variable, unless another tensor shares this array when the run reserves memory for
  // its results. One result can be in the array of only one variable: the last call wins. Preconditions: can_update_in_place(), and the
  // value has the variable's type.
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
    const Layout* absorbed;  // the calls keep it alive; null: the array is read as it is
    std::size_t element_size;
    std::size_t buffer;  // for gathered elements, if they are gathered
    // If the elements of an argument repeat within a run, they are gathered once, a run beyond the first period.
    std::int64_t period = 0;
    std::size_t last_reader = 0;  // the number of the member

    bool is_gathered() const { return layout.rank > 0; }
  };
  // What a loop reads.
  struct Operand {
    enum class From { kArgument, kResult, kConstant } from;
    std::size_t number;         // of the argument or of the member
    const std::byte* constant;  // the loop keeps it alive
  };
  struct Member {
    Call call;
    Loop loop;
    std::vector<Operand> operands;
    std::size_t element_size = 0;
    bool is_output = false;           // read outside the chain
    bool stays_in_registers = false;  // read only within its passage
    std::size_t buffer = 0;           // where its elements are, if neither flag is set
    std::optional<Update> update;     // set: it is computed in place
    std::optional<Total> total;       // set: it adds elements up, for an output of another shape
    std::size_t first_sum = 0;        // of a total: its first sum in a task
  };
  // The arrays of one call of `run`.
  struct Arrays {
    std::vector<const std::byte*> arguments;
    std::vector<std::byte*> outputs;  // by member; null if it is not an output
  };

  std::size_t bytes_of_a_buffer() const;
  void add_arguments(const std::vector<Link>& links);
  void add_member(Link link, bool is_output);
  void assign_buffers();
  // The elements of an operand or a result, from the element with that number on. `room`: the buffers.
  const std::byte* operand_at(const Operand& operand, const Arrays& arrays, std::byte* room,
                              std::int64_t first) const;
  std::byte* result_at(std::size_t member, const Arrays& arrays, std::byte* room,
                       std::int64_t first) const;
  void compute(const Passage& passage, const Arrays& arrays, std::byte* room, std::int64_t first,
               std::int64_t count) const;
  // `sums`: the sums of one task.
  void compute(const Arrays& arrays, std::int64_t begin, std::int64_t end, double* sums) const;
  void compute_in_tasks(const Arrays& arrays, std::vector<double>& sums) const;
  // Adds up the sums of all tasks and stores the totals.
  void store_totals(std::vector<double>& sums, Frame& frame) const;

  Shape shape_;
  std::int64_t size_, run_length_;
  std::vector<Argument> arguments_;
  // By slot and absorbed layout.
  std::map<std::pair<std::size_t, const Layout*>, std::size_t> argument_numbers_;
  std::vector<Member> members_;
  std::map<std::size_t, std::size_t> makers_;  // members, by the slot of the result
  std::vector<Passage> passages_;
  std::vector<std::size_t> reads_, writes_;  // the arguments; the outputs in the order of the calls
  std::vector<Room> rooms_;                  // of the outputs
  std::vector<Tensor> results_;              // in the order of the outputs
  bool is_reserved_ = false;                 // the next run already has memory for its outputs
  Arrays arrays_;                            // of this run
  std::size_t buffers_ = 0;
  std::size_t sums_ = 0;  // per task
};

}  // namespace kassay::optimized::engine
