// Records the commands of kernels for a device. A kernel runs once, when a program is made: its tensors have addresses on the device, so it
// may look only at their types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimized/device/device.h"
#include "reference/graph/kernel.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized::device {

class Recorder {
 public:
  // `random_calls`: the most calls that draw. `aligns`: as in engine::Options.
  explicit Recorder(Device& device, std::size_t random_calls = 0, bool aligns = true)
      : device_(device), random_calls_(random_calls), aligns_(aligns) {}

  // Leaves out a command with nothing to do.
  void add(Command command);
  // Memory for the commands of the current call only. Throws std::bad_alloc.
  Tensor scratch(DType dtype, const Shape& shape);
  std::shared_ptr<std::byte> scratch(std::size_t bytes);
  // Scratch memory taken during a scope is reused afterwards: commands run in their order.
  class Scope {
   public:
    explicit Scope(Recorder& recorder);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Recorder& recorder_;
    std::vector<bool> was_taken_;  // by block
  };
  // A copy on the device, which is kept.
  Tensor constant(const Tensor& tensor);
  // Where commands write 1 if they refuse elements: the host then runs the program and reports the error.
  int* refusal();
  // One element, on the host; empty if no command may refuse.
  const Tensor& refused() const { return refused_; }
  // Where commands of a random call find the number of earlier evaluations of its operation; each run fills it in. At most one per call.
  const unsigned long long* evaluation(std::uint64_t operation);
  // The operations of the random calls, in their order; the numbers to be filled in, on the host; and the command that copies these to the
  // device.
  const std::vector<std::uint64_t>& random_operations() const { return random_operations_; }
  const Tensor& evaluations() const { return evaluations_; }
  Copy bring_evaluations() const;

  // Commands added since the last take(). The next call may reuse the scratch memory.
  std::vector<Command> take();
  // Discards commands added since the last take(): the call is left to the host.
  void drop();

 private:
  struct Block {
    std::shared_ptr<std::byte> memory;
    std::size_t bytes;
    bool is_taken;
  };

  Device& device_;
  std::size_t random_calls_;
  bool aligns_;
  std::vector<Command> commands_;
  std::vector<Block> blocks_;
  std::vector<std::pair<Tensor, Tensor>> constants_;  // on the host, and on the device
  Tensor refused_;                                    // one int32, or empty
  std::vector<std::uint64_t> random_operations_;
  std::size_t taken_operations_ = 0;  // operations whose calls have their commands
  Tensor evaluations_;                // int64, on the host; empty without random calls
  std::shared_ptr<std::byte> evaluations_there_;
};

// Records commands that write all elements of the results, whose memory exists. Returns false if the kernel does not support the types.
using Kernel =
    std::function<bool(const reference::BoundCall&, std::vector<Tensor>& results, Recorder&)>;

// The kernel of a function or an internal operation; null if it is missing.
const Kernel* find_kernel(std::string_view operation);

// A parameter that the kernel ignores: the types contain its information.
struct Unread {};
inline void unpack(const Value& /*value*/, const std::string& /*name*/, Unread& /*result*/) {}

namespace detail {

// A parameter bound to an argument of the call.
template <class T>
inline constexpr bool kIsArgument =
    !std::is_same_v<T, reference::Settings> && !std::is_same_v<T, reference::Session*> &&
    !std::is_same_v<T, reference::Draw>;
// A parameter that accepts a tensor as it is; other parameters need its elements, which the host cannot read.
template <class T>
inline constexpr bool kTakesTensors =
    std::is_same_v<T, Tensor> || std::is_same_v<T, std::optional<Tensor>> ||
    std::is_same_v<T, std::vector<Tensor>> || std::is_same_v<T, Unread>;

bool has_tensor(const Value& value);

template <class T>
bool can_take(const reference::BoundCall& call, std::size_t& position) {
  if constexpr (!kIsArgument<T>) return true;
  std::size_t end = position + 1;
  if constexpr (requires { T::count(call, position); }) end = position + T::count(call, position);
  bool has_tensors = false;
  for (; position < end; ++position) has_tensors |= has_tensor(call.values[position]);
  return kTakesTensors<T> || !has_tensors;
}

template <class... Parameters, std::size_t... I>
bool invoke(bool (*function)(Parameters...), const reference::BoundCall& call,
            std::vector<Tensor>& results, Recorder& recorder, std::index_sequence<I...>) {
  using All = std::tuple<std::decay_t<Parameters>...>;
  [[maybe_unused]] std::size_t tried = 0, position = 0;  // unused without arguments
  if (!(can_take<std::tuple_element_t<I, All>>(call, tried) && ...)) return false;
  std::tuple<std::tuple_element_t<I, All>...> arguments{
      reference::detail::take<std::tuple_element_t<I, All>>(call, position)...};
  return std::apply(
      [&](auto&... argument) {
        if constexpr (std::is_same_v<std::tuple_element_t<sizeof...(I), All>, Tensor>) {
          return function(argument..., results.front(), recorder);
        } else {
          return function(argument..., results, recorder);
        }
      },
      arguments);
}

}  // namespace detail

// bool record(const Tensor& x, ..., Tensor& result, Recorder& recorder); with parameters as in optimized/cpu/kernel.h.
template <class... Parameters>
Kernel define(bool (*record)(Parameters...)) {
  return
      [record](const reference::BoundCall& call, std::vector<Tensor>& results, Recorder& recorder) {
        return detail::invoke(record, call, results, recorder,
                              std::make_index_sequence<sizeof...(Parameters) - 2>{});
      };
}

}  // namespace kassay::optimized::device
