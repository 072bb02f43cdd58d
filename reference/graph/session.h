// The state of a program so far: the graph that it builds, its settings and counters.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/graph/kernel.h"
#include "reference/graph/turns.h"
#include "spec/lib/backend.h"

namespace kassay::reference {

struct Plan;
class Executable;
class Session;

class Executor {
 public:
  virtual ~Executor() = default;
  // Computes a call whose tensors are all arrays, with the kernel or with a better one.
  virtual std::vector<Value> compute(const Kernel& kernel, const BoundCall& call) = 0;
  // Makes a plan ready for many runs: step by step, or in a better way.
  virtual std::unique_ptr<Executable> prepare(Plan plan);
  // For that many turns of rnn, map_fn or a fold; null if the calls of all steps are made instead.
  virtual std::unique_ptr<Turns> make_turns(Session& session, std::int64_t count);
  // What an interpreter with this executor states about itself, where it differs from the reference.
  virtual void describe(BackendInfo& info) const;
};

class Session {
 public:
  Session(Edition edition, Executor& executor);
  Session(const Session&) = delete;

  const std::shared_ptr<const Settings>& settings() const { return settings_; }
  void change_settings(const std::function<void(Settings&)>& change);
  // The result of `act` under the settings of an earlier call.
  template <class Act>
  auto with_settings(std::shared_ptr<const Settings> settings, Act&& act) {
    struct Restored {
      ~Restored() { session.settings_ = before; }
      Session& session;
      std::shared_ptr<const Settings> before;
    };
    const Restored restored{*this, std::exchange(settings_, std::move(settings))};
    return act();
  }

  // The results of a function; arguments are in the order of the signature's parameters, and tensors if the function returns tensors. If
  // all arguments are known, so are the results. Throws ApiError, and NotStatic if too little is known about the arguments to continue.
  std::vector<Value> apply(const Signature& signature, std::vector<Value> values);
  // The results of an executor's operation, which is not in any table.
  std::vector<Value> apply(const Signature& signature, const Kernel& kernel,
                           std::vector<Value> values);
  // The replacement of a tensor when the graph is built again.
  using Replacement = std::function<Symbol(const Symbol&)>;
  // Repeats a call with other arguments, under its settings and as the same random operation. `replacement`: for tensors that a function of
  // the program uses.
  std::vector<Value> apply_again(const Operation& operation, std::vector<Value> values,
                                 const Replacement& replacement);
  // Whether a call is being repeated: nothing more will be known about its arguments.
  bool is_repeating() const { return replacement_ != nullptr; }
  // The replacement of the tensor in a repeated call; otherwise the tensor itself.
  Symbol replaced(const Symbol& symbol) const {
    return is_repeating() ? (*replacement_)(symbol) : symbol;
  }
  // Like apply, but arguments omitted at the end have their defaults in the edition ko.
  std::vector<Value> apply(std::string_view function, std::vector<Value> values);

  // The arrays of the tensors, computed from the current values of the variables. Throws ApiError.
  std::vector<Value> evaluate(const std::vector<Symbol>& tensors);
  Executor& executor() { return executor_; }
  // The number of earlier evaluations of a random operation.
  std::uint64_t next_evaluation(std::uint64_t operation) { return evaluations_[operation]++; }
  // The evaluations of all random operations, and a way to take later evaluations back.
  const std::map<std::uint64_t, std::uint64_t>& evaluations() const { return evaluations_; }
  void set_evaluations(std::map<std::uint64_t, std::uint64_t> evaluations) {
    evaluations_ = std::move(evaluations);
  }

  // The number of calls of random operations, and a way to take the last ones back.
  std::uint64_t random_operations() const { return random_operations_; }
  void forget_random_operations(std::uint64_t first) { random_operations_ = first; }

  // The learning phase: the value that was set, or a placeholder that is 0 unless fed.
  Value learning_phase();
  void set_learning_phase(std::int64_t phase) { phase_ = phase; }

  // From 1 on, for each prefix.
  std::int64_t next_uid(const std::string& prefix) { return ++uids_[prefix]; }
  void reset_uids() { uids_.clear(); }
  // Resets the uids and the learning phase.
  void clear();

 private:
  std::vector<Value> apply(const Kernel& kernel, BoundCall call);
  std::vector<Value> results_of(const Kernel& kernel, BoundCall call);
  std::vector<StaticType> infer(const Kernel& kernel, const BoundCall& call) const;
  std::vector<Value> defer(const Kernel& kernel, BoundCall call, std::vector<StaticType> types);

  std::shared_ptr<const Settings> settings_;
  Executor& executor_;
  std::map<std::uint64_t, std::uint64_t> evaluations_;  // by random operation
  std::uint64_t random_operations_ = 0;
  const Replacement* replacement_ = nullptr;  // while a call is repeated
  std::optional<std::int64_t> phase_;
  Symbol phase_placeholder_;
  std::map<std::string, std::int64_t> uids_;
};

}  // namespace kassay::reference
