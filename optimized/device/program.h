// A plan, or a single call, for a device: what it does one after the other, with arrays in the memory of the device between.
//
// A call that has no commands is computed on the host, between transfers that the description shows. Arrays have their places in one block
// of memory, by the parts between which they live; variables have theirs for as long as they live.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "optimized/device/parts.h"
#include "optimized/device/residence.h"

namespace kassay::optimized::device {

// What a program is made of.
struct Task {
  std::vector<reference::StaticType> feeds;  // slots from 0 on
  std::vector<std::pair<std::size_t, std::shared_ptr<const reference::Variable>>> variables;
  engine::Prepared prepared;
  std::vector<std::size_t> outputs;  // slots; behind them those of what is assigned to `updated`
  std::vector<std::shared_ptr<const reference::Variable>> updated = {};
};
Task task_of(const reference::Plan& plan, const std::vector<reference::StaticType>& feeds,
             const Level& level, const engine::Options& options);

class Program {
 public:
  // `assigns_in_place`: the new value of a variable that is not read is made where the old one is.
  // Throws std::bad_alloc where memory is short, on either side.
  Program(Task task, const Level& level, const engine::Options& options, Device& device,
          Residence& residence, bool assigns_in_place = true);

  // Whether a run may fail after an old value is gone, because elements are refused or the host throws.
  bool may_lose_values() const;

  // Line by line: commands, transfers, and what is left to the host; then the memory of the results.
  std::string describe() const;
  // The same with the mean time of each line in all runs so far, which are measured if `options` say so: the commands run one by one then.
  std::string describe_times() const;
  // As Executable::run. None where elements are refused: nothing has changed, and the host knows the error.
  std::optional<std::vector<Value>> run(reference::Session& session,
                                        const std::vector<Value>& feeds);
  // The same with given numbers of the evaluation of each random call that has commands.
  std::optional<std::vector<Value>> run(reference::Session& session,
                                        const std::vector<Value>& feeds,
                                        const std::vector<std::uint64_t>& evaluations);
  // How many calls are left to the host.
  std::size_t host_calls() const;

 private:
  using Time = std::chrono::nanoseconds;
  // A variable that is read.
  struct Read {
    std::size_t slot;
    std::shared_ptr<Resident> resident;
    std::uint64_t version = 0;  // that the last run found
  };
  // Commands, or an instruction of the host between transfers.
  struct Stage {
    std::vector<std::size_t> uploads, downloads;  // slots; before the rest
    std::vector<Command> commands;
    std::vector<std::unique_ptr<Recording>> recordings;  // of all, or one of each to measure it
    std::unique_ptr<engine::Instruction> instruction;
    std::vector<Time> times;  // of each line that describes it, in all runs
  };

  std::optional<std::vector<Value>> compute(reference::Session& session,
                                            const std::vector<Value>& feeds,
                                            const std::vector<std::uint64_t>& evaluations);
  void forget_kernels();
  void place_in_mailbox(const engine::Schedule& schedule, bool aligns);
  void add(const engine::Schedule::Entry& entry, const Level& level,
           const engine::Options& options);
  void assign_in_place(const engine::Schedule& schedule);
  void add_updates();
  bool is_updated(const Read& read) const;
  void let_kernels_stay(Stage& stage) const;
  void prepare(Stage& stage) const;
  void run(Stage& stage, engine::Frame& frame);
  std::vector<std::string> lines_of(const Stage& stage) const;
  bool will_be_replaced(const Tensor& tensor) const;
  void bring_up(std::size_t slot, Stage& stage);
  void bring_down(std::size_t slot, Stage& stage);
  void upload(std::size_t slot, const engine::Frame& frame);
  void download(std::size_t slot, engine::Frame& frame) const;
  bool is_refused() const;

  Task task_;
  Device& device_;
  Recorder recorder_;
  Types types_;
  Arrays arrays_;
  Arrays mailbox_;  // of what is fed or fetched, by slot: where the host reaches it
  std::vector<Read> residents_;
  std::vector<std::shared_ptr<Resident>> updated_;
  bool assigns_in_place_ = false;
  std::vector<bool> is_here_,
      is_there_;  // by slot, while the program is made: on the host, on the device
  std::vector<Stage> stages_;
  Stage updates_;
  engine::Arena host_arena_;
  const bool measures_;
  std::int64_t runs_ = 0;
  std::string memory_;
};

}  // namespace kassay::optimized::device
