// A plug-in whose functions misbehave as their names say. `constant`, `eval` and `identity` are right.
#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/abi/kassay_backend.h"

namespace {

const kassay_host* host;

// State that no program should leave to the next.
int programs = 0;
std::vector<char> last_answer;
kassay_object* freed = nullptr;

// One call of a function, whose first argument is a compact float32 tensor.
struct Call {
  const kassay_arguments* arguments;
  kassay_results* results;

  const DLTensor& x() const { return *arguments->positional[0].as.tensor; }
  std::size_t x_bytes() const {
    std::size_t bytes = x().dtype.bits / 8;
    for (int32_t i = 0; i < x().ndim; ++i) bytes *= static_cast<std::size_t>(x().shape[i]);
    return bytes;
  }
  DLTensor* copy_of_x() const {
    DLTensor* copy = host->new_tensor(host, x().dtype, x().ndim, x().shape);
    std::memcpy(copy->data, x().data, x_bytes());
    return copy;
  }
  void give(const DLTensor* tensor) const {
    kassay_value value{};
    value.kind = KASSAY_TENSOR;
    value.as.tensor = tensor;
    host->give(host, results, &value);
  }
};

[[noreturn]] void hang() {
  signal(SIGTERM, SIG_IGN);
  while (true) pause();
}

// Allocates and touches memory until none is left.
void take_all_memory() noexcept {
  constexpr std::size_t kChunk = std::size_t{16} << 20;
  std::vector<std::vector<char>> taken;
  while (true) taken.emplace_back(kChunk, 'x');
}

void flood(FILE* stream) {
  const std::string line(1023, 'x');
  for (int i = 0; i < 8192; ++i) std::fprintf(stream, "%s\n", line.c_str());
  std::fflush(stream);
}

void throw_where_nothing_may() noexcept { (void)std::map<int, int>().at(1); }

// Starts a child that stays; this process prints its number and dies.
void leave_child(bool in_group) {
  const pid_t child = fork();
  if (child == 0) {
    if (!in_group) setsid();
    close_range(STDERR_FILENO + 1, ~0u, 0);  // as a daemon does: no pipe of the worker stays open
    hang();
  }
  std::fprintf(stderr, "child %d\n", static_cast<int>(child));
  std::abort();
}

// Gives the right answer in a tensor of the plug-in, with one fault.
template <class Fault>
void give_with(const Call& call, Fault fault) {
  DLTensor tensor = call.x();
  std::vector<int64_t> shape(tensor.shape, tensor.shape + tensor.ndim);
  tensor.shape = shape.data();
  tensor.strides = nullptr;
  fault(tensor);
  call.give(&tensor);
}

using Behaviour = void (*)(const Call&);

const std::map<std::string, Behaviour>& behaviours() {
  static const Behaviour right = [](const Call& call) { call.give(call.copy_of_x()); };
  static const std::map<std::string, Behaviour> table = {
      {"constant", right},
      {"eval", right},
      {"identity",
       [](const Call& call) {
         const char* data = static_cast<const char*>(call.x().data);
         last_answer.assign(data, data + call.x_bytes());
         call.give(call.copy_of_x());
       }},
      {"segfault",
       [](const Call&) {
         std::fputs("about to fault\n", stderr);
         signal(SIGSEGV, SIG_DFL);  // a sanitizer would exit instead
         raise(SIGSEGV);
       }},
      {"abort", [](const Call&) { std::abort(); }},
      {"exit_zero", [](const Call&) { std::exit(0); }},
      {"throw", [](const Call&) { throw std::runtime_error("no such axis"); }},
      {"throw_noexcept", [](const Call&) { throw_where_nothing_may(); }},
      {"hang", [](const Call&) { hang(); }},
      {"die_on_memory", [](const Call&) { take_all_memory(); }},
      {"flood_standard_output",
       [](const Call& call) {
         flood(stdout);
         call.give(call.copy_of_x());
       }},
      {"flood_standard_error",
       [](const Call& call) {
         flood(stderr);
         call.give(call.copy_of_x());
       }},
      {"wrong_shape",
       [](const Call& call) {
         const std::int64_t shape[] = {call.x().shape[0], 1};
         DLTensor* tensor = host->new_tensor(host, call.x().dtype, 2, shape);
         std::memcpy(tensor->data, call.x().data, call.x_bytes());
         call.give(tensor);
       }},
      {"wrong_dtype",
       [](const Call& call) {
         DLTensor* tensor = host->new_tensor(host, {kDLFloat, 64, 1}, 1, call.x().shape);
         for (std::int64_t i = 0; i < call.x().shape[0]; ++i) {
           static_cast<double*>(tensor->data)[i] = static_cast<const float*>(call.x().data)[i];
         }
         call.give(tensor);
       }},
      {"wrong_count",
       [](const Call& call) {
         call.give(call.copy_of_x());
         call.give(call.copy_of_x());
       }},
      {"write_before",
       [](const Call& call) {
         DLTensor* tensor = call.copy_of_x();
         static_cast<char*>(tensor->data)[-1] = 0;
         call.give(tensor);
       }},
      {"write_after",
       [](const Call& call) {
         DLTensor* tensor = call.copy_of_x();
         static_cast<char*>(tensor->data)[call.x_bytes()] = 0;
         call.give(tensor);
       }},
      {"alter_input",
       [](const Call& call) {
         static_cast<float*>(call.x().data)[0] += 1;
         call.give(call.copy_of_x());
       }},
      {"freed_handle",
       [](const Call& call) {
         kassay_value value{};
         value.kind = KASSAY_OBJECT;
         value.as.object = freed;
         host->give(host, call.results, &value);
       }},
      {"keep_state",
       [](const Call& call) {
         DLTensor* tensor = call.copy_of_x();
         static_cast<float*>(tensor->data)[0] += static_cast<float>(programs++);
         call.give(tensor);
       }},
      {"last_answer",
       [](const Call& call) {
         DLTensor* tensor = call.copy_of_x();
         std::memcpy(tensor->data, last_answer.data(), last_answer.size());
         call.give(tensor);
       }},
      {"leave_child", [](const Call&) { leave_child(/*in_group=*/true); }},
      {"leave_child_outside", [](const Call&) { leave_child(/*in_group=*/false); }},
      {"negative_dimension",
       [](const Call& call) { give_with(call, [](DLTensor& tensor) { tensor.shape[0] = -3; }); }},
      {"null_data",
       [](const Call& call) { give_with(call, [](DLTensor& tensor) { tensor.data = nullptr; }); }},
      {"unknown_dtype",
       [](const Call& call) { give_with(call, [](DLTensor& tensor) { tensor.dtype.code = 4; }); }},
      {"other_device",
       [](const Call& call) {
         give_with(call, [](DLTensor& tensor) { tensor.device.device_type = kDLCUDA; });
       }},
      // Offered, but not implemented.
      {"lacking", nullptr},
  };
  return table;
}

const char* const* function_names() {
  static const std::vector<const char*> names = [] {
    std::vector<const char*> all;
    for (const auto& [name, behaviour] : behaviours()) all.push_back(name.c_str());
    all.push_back(nullptr);
    return all;
  }();
  return names.data();
}

kassay_error* call_by_name(void*, const char* function, const kassay_arguments* arguments,
                           kassay_results* results) {
  const Behaviour behaviour = behaviours().at(function);
  if (behaviour == nullptr)
    return host->error(host, KASSAY_ERROR_UNSUPPORTED, "not there after all");
  behaviour({arguments, results});
  return nullptr;
}

// Resets nothing. Makes an object, which does not outlive this call.
kassay_error* reset(void*) {
  freed = host->object(host, nullptr, nullptr, "an object");
  return nullptr;
}

}  // namespace

const kassay_plugin* kassay_plugin_entry(const kassay_host* offered) {
  host = offered;
  static const kassay_plugin plugin = {
      sizeof(kassay_plugin),
      KASSAY_ABI_MAJOR,
      KASSAY_ABI_MINOR,
      "misbehaving",
      "1.0",
      "none",
      function_names(),
      nullptr,
      nullptr,
      [](const kassay_settings*, void**) -> kassay_error* { return nullptr; },
      [](void*) {},
      reset,
      call_by_name,
      nullptr};
  return &plugin;
}
