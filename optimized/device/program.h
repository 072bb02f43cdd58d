// A plan, or a single call, compiled for a device: its steps, with intermediate arrays in the memory of the device.
//
// A call without commands runs on the host, between transfers that the description lists. Arrays that live at different times share places
// in one block of memory; variables keep theirs for life.
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

// The input of a program.
struct Task {
  std::vector<reference::StaticType> feeds;  // slots from 0 on
  std::vector<std::pair<std::size_t, std::shared_ptr<const reference::Variable>>> variables;
  engine::Prepared prepared;
  std::vector<std::size_t> outputs;  // slots; the last ones hold the new values of `updated`
  std::vector<std::shared_ptr<const reference::Variable>> updated = {};
};
Task task_of(const reference::Plan& plan, const std::vector<reference::StaticType>& feeds,
             const Level& level, const engine::Options& options);

class Program {
 public:
  // `assigns_in_place`: the new value of a variable that is not read is computed in the place of the old one.
  // Throws std::bad_alloc if memory is short on either side.
  Program(Task task, const Level& level, const engine::Options& options, Device& device,
          Residence& residence, bool assigns_in_place = true);

  // Whether a run may fail after it has overwritten an old value, because elements are refused or the host throws.
  bool may_lose_values() const;

  // Describes, line by line, the commands, transfers and host calls, and finally the memory of the results.
  std::string describe() const;
  // The same with the mean time of each line over all runs so far. Times are taken only if `options` ask for them; then commands run one by
  // one.
  std::string describe_times() const;
  // As Executable::run. None if elements are refused: then nothing has changed, and a run on the host reports the error.
  std::optional<std::vector<Value>> run(reference::Session& session,
                                        const std::vector<Value>& feeds);
  // The same with the given evaluation number for each random call with commands.
  std::optional<std::vector<Value>> run(reference::Session& session,
                                        const std::vector<Value>& feeds,
                                        const std::vector<std::uint64_t>& evaluations);
  // The number of calls left to the host.
  std::size_t host_calls() const;

 private:
  using Time = std::chrono::nanoseconds;
  // A variable that is read.
  struct Read {
    std::size_t slot;
    std::shared_ptr<Resident> resident;
    std::uint64_t version = 0;  // seen by the last run
  };
  // Commands, or an instruction on the host between transfers.
  struct Stage {
    std::vector<std::size_t> uploads, downloads;  // slots
    std::vector<Command> commands;
    std::vector<std::unique_ptr<Recording>> recordings;  // one, or for times one each
    std::unique_ptr<engine::Instruction> instruction;
    std::vector<Time> times;  // by line of its description, over all runs
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
  Arrays mailbox_;  // by slot: feeds and outputs in shared memory
  std::vector<Read> residents_;
  std::vector<std::shared_ptr<Resident>> updated_;
  bool assigns_in_place_ = false;
  std::vector<bool> is_here_,
      is_there_;  // by slot, while the program is made
  std::vector<Stage> stages_;
  Stage updates_;
  engine::Arena host_arena_;
  const bool measures_;
  std::int64_t runs_ = 0;
  std::string memory_;
};

}  // namespace kassay::optimized::device
