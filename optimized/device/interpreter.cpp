#include "optimized/device/interpreter.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "optimized/device/program.h"
#include "optimized/engine/common_calls.h"
#include "optimized/engine/program.h"
#include "optimized/engine/program_cache.h"
#include "optimized/processor.h"
#include "reference/graph/interpreter.h"

namespace kassay::optimized::device {
namespace {

using engine::Call;
using reference::Plan;
using reference::StaticType;

class Compiled : public reference::Executable {
 public:
  Compiled(Plan plan, const Level& level, const engine::Options& options, Device& device,
           Residence& residence)
      : plan_(std::move(plan)),
        level_(level),
        options_(options),
        device_(device),
        residence_(residence),
        programs_(options) {}

  std::vector<Value> run(reference::Session& session, const std::vector<Value>& feeds) override {
    const auto make = [&](const std::vector<StaticType>& types) {
      const auto made = [&](bool assigns_in_place) {
        return std::make_unique<Program>(task_of(plan_, types, level_, options_), level_, options_,
                                         device_, residence_, assigns_in_place);
      };
      auto program = made(/*assigns_in_place=*/true);
      if (program->may_lose_values()) program = made(/*assigns_in_place=*/false);
      return program;
    };
    Program& program = programs_.find(feeds, make);
    const auto evaluations = session.evaluations();
    if (auto outputs = program.run(session, feeds)) return std::move(*outputs);
    session.set_evaluations(evaluations);
    return run_on_host(session, feeds);
  }

 private:
  std::vector<Value> run_on_host(reference::Session& session, const std::vector<Value>& feeds) {
    std::vector<StaticType> types;
    for (const Value& feed : feeds) types.push_back(reference::type_of(feed));
    return engine::Program(plan_, types, level_, options_).run(session, feeds);
  }

  const Plan plan_;
  const Level& level_;
  const engine::Options options_;
  Device& device_;
  Residence& residence_;
  engine::ProgramCache<Program> programs_;
};

// A call with arrays as a task that is fed the arrays. None if an array is sparse, or if the types of the results depend on elements.
struct SingleCall {
  Task task;
  std::vector<Value> feeds;
};
class SingleCallMaker {
 public:
  SingleCallMaker(const reference::Kernel& kernel, const reference::BoundCall& call,
                  const Level& level)
      : kernel_(kernel), bound_(call), level_(level) {}

  std::optional<SingleCall> make() {
    Call call;
    call.native = level_.find_kernel(bound_.signature->function);
    call.types = kernel_.infer(bound_);
    const auto is_unknown = [](const reference::TensorType& type) {
      return std::ranges::count(type.shape, reference::kUnknown) > 0;
    };
    if (std::ranges::any_of(call.types, is_unknown)) return std::nullopt;
    call.bound = bound_;
    call.bound.session = nullptr;
    for (std::size_t i = 0; i < bound_.values.size(); ++i) {
      Plan::Source source = source_of(bound_.values[i]);
      if (is_sparse_) return std::nullopt;
      if (source.slot < 0 && source.elements.empty()) continue;
      call.given.push_back(type_of(bound_.values[i]));
      call.open.push_back(i);
      call.arguments.push_back(std::move(source));
      call.bound.values[i] = {};
    }
    call.first_slot = feeds_.size();
    std::vector<StaticType> types, results;
    for (const Value& feed : feeds_) types.push_back(reference::type_of(feed));
    for (const auto& type : call.types) results.push_back({type.dtype, type.shape, false});
    call.operation = std::make_shared<reference::Operation>(
        reference::Operation{&kernel_, bound_, std::move(results)});
    SingleCall made{{std::move(types), {}, {}, {}}, feeds_};
    engine::Prepared& prepared = made.task.prepared;
    prepared.slot_count = feeds_.size() + call.types.size();
    prepared.is_output.resize(prepared.slot_count);
    for (std::size_t slot = feeds_.size(); slot < prepared.slot_count; ++slot) {
      prepared.is_output[slot] = true;
      made.task.outputs.push_back(slot);
    }
    prepared.calls.push_back(std::move(call));
    return made;
  }

 private:
  static reference::TensorType type_of(const Value& value) {
    const auto* const tensor = value.get_if<Tensor>();
    return tensor == nullptr ? reference::TensorType{}
                             : reference::TensorType{tensor->dtype(), tensor->shape()};
  }

  Plan::Source source_of(const Value& value) {
    is_sparse_ = is_sparse_ || value.get_if<SparseTensor>() != nullptr;
    Plan::Source source;
    if (value.get_if<Tensor>() != nullptr) {
      source.slot = static_cast<std::ptrdiff_t>(feeds_.size());
      feeds_.push_back(value);
    } else if (const auto* const list = value.get_if<List>()) {
      const std::size_t before = feeds_.size();
      for (const Value& element : *list) source.elements.push_back(source_of(element));
      if (feeds_.size() == before) source.elements.clear();
    } else {
      source.constant = value;
    }
    return source;
  }

  const reference::Kernel& kernel_;
  const reference::BoundCall& bound_;
  const Level& level_;
  std::vector<Value> feeds_;
  bool is_sparse_ = false;
};

// The programs last used for single calls. They serve calls that differ only in the elements of their arrays.
class SingleCallCache {
 public:
  // `make(task)` makes a program; null if a call is left to the host.
  template <class Make>
  std::shared_ptr<Program> find(Task task, Make&& make) {
    const Call call = task.prepared.calls.front();
    if (call.operation->kernel->is_random ||
        !std::ranges::all_of(call.operation->call.values, is_plain) || bytes_of(task) > kMostBytes)
      return make(std::move(task));
    std::string key = engine::key_of(call);
    for (const auto& type : task.feeds) key += " " + text_of({type.dtype, *type.shape});
    for (const auto& type : call.types) key += " " + text_of(type);
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    if (found != entries_.end()) {
      std::rotate(entries_.begin(), found, found + 1);
    } else {
      Entry entry{std::move(key), call.bound.settings, make(std::move(task))};
      if (entries_.size() == kMostPrograms) entries_.pop_back();
      entries_.insert(entries_.begin(), std::move(entry));
    }
    return entries_.front().program;
  }

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const reference::Settings> settings;  // the key contains their address
    std::shared_ptr<Program> program;
  };

  static constexpr std::size_t kMostPrograms = 64;
  static constexpr std::size_t kMostBytes =
      std::size_t{1} << 23;  // of feeds and results, whose places each program keeps

  static std::string text_of(const reference::TensorType& type) {
    return std::string(dtype_name(type.dtype)) + kassay::to_string(type.shape);
  }
  static std::size_t bytes_of(const Task& task) {
    std::size_t bytes = 0;
    for (const auto& type : task.feeds) bytes += engine::byte_size({type.dtype, *type.shape});
    for (const auto& type : task.prepared.calls.front().types) bytes += engine::byte_size(type);
    return bytes;
  }

  std::vector<Entry> entries_;  // the most recently used one first
};

// The device, and the processor for calls that are left to the host.
class DeviceExecutor : public reference::Executor {
 public:
  explicit DeviceExecutor(std::shared_ptr<Device> device)
      : device_(std::move(device)), residence_(device_, host_.options().aligns) {}

  void describe(BackendInfo& info) const override {
    host_.describe(info);
    info.device = device_->describe();
    info.threads = false;
    std::erase_if(info.native,
                  [&](const std::string& name) { return !has_commands(name, host_.level()); });
  }

  std::vector<Value> compute(const reference::Kernel& kernel,
                             const reference::BoundCall& call) override {
    if (auto results = compute_here(kernel, call)) return *std::move(results);
    return host_.compute(kernel, call);
  }

  std::unique_ptr<reference::Executable> prepare(Plan plan) override {
    if (!host_.options().compiles) return host_.prepare(std::move(plan));
    return compile(std::move(plan), host_.level(), host_.options(), *device_, residence_);
  }

  std::unique_ptr<reference::Turns> make_turns(reference::Session& session,
                                               std::int64_t count) override {
    return host_.make_turns(session, count);
  }

 private:
  // None if part of the call is left to the host.
  std::optional<std::vector<Value>> compute_here(const reference::Kernel& kernel,
                                                 const reference::BoundCall& call) {
    if (!kernel.infer || !host_.options().compiles) return std::nullopt;
    auto single = SingleCallMaker(kernel, call, host_.level()).make();
    if (!single) return std::nullopt;
    const auto make = [&](Task task) {
      auto made = std::make_shared<Program>(std::move(task), host_.level(), host_.options(),
                                            *device_, residence_);
      return made->host_calls() == 0 ? made : nullptr;
    };
    const auto program = single_calls_.find(std::move(single->task), make);
    if (!program) return std::nullopt;
    reference::Session session(call.settings->edition, *this);
    std::vector<std::uint64_t> evaluations;
    if (kernel.is_random) evaluations.push_back(call.draw.evaluation);
    return program->run(session, single->feeds, evaluations);
  }

  Processor host_;
  const std::shared_ptr<Device> device_;
  Residence residence_;
  SingleCallCache single_calls_;
};

}  // namespace

std::unique_ptr<reference::Executable> compile(Plan plan, const Level& level,
                                               const engine::Options& options, Device& device,
                                               Residence& residence) {
  return std::make_unique<Compiled>(std::move(plan), level, options, device, residence);
}

std::unique_ptr<Backend> make_interpreter(Edition edition, std::shared_ptr<Device> device) {
  return std::make_unique<reference::Interpreter>(
      edition, std::make_unique<DeviceExecutor>(std::move(device)));
}

}  // namespace kassay::optimized::device
