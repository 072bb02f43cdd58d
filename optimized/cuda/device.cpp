// The device of CUDA, and the entry point of the library.
#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "optimized/cuda/chain_source.h"
#include "optimized/cuda/compiler.h"
#include "optimized/cuda/correlations.h"
#include "optimized/cuda/errors.h"
#include "optimized/cuda/launch.h"
#include "optimized/cuda/products.h"
#include "optimized/device/direct.h"
#include "optimized/device/library.h"
#include "spec/lib/user_cache.h"

namespace kassay::optimized::cuda {
namespace {

using namespace device;

constexpr std::size_t kFewCommands = 2;  // fewer commands start sooner one by one than as a graph
constexpr long long kMostBlocks = 1 << 20;

// Shared with memory and recordings, which may outlive the device.
class Handles {
 public:
  Handles() {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream");
    check(cublasLtCreate(&products), "cuBLASLt");
    if (cudnnCreate(&correlations) != CUDNN_STATUS_SUCCESS ||
        cudnnSetStream(correlations, stream) != CUDNN_STATUS_SUCCESS)
      end_process("cuDNN does not start");
  }
  ~Handles() {
    cudaStreamSynchronize(stream);
    cudnnDestroy(correlations);
    cublasLtDestroy(products);
    cudaStreamDestroy(stream);
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  cudaStream_t stream = nullptr;
  cublasLtHandle_t products = nullptr;
  cudnnHandle_t correlations = nullptr;
};

// Memory of the host that the device can reach. Released memory is kept, because allocating it takes as long as many calls.
class HostMemory : public std::enable_shared_from_this<HostMemory> {
 public:
  ~HostMemory() {
    for (const auto& [bytes, memory] : free_) cudaFreeHost(memory);
  }
  HostMemory() = default;
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  std::shared_ptr<std::byte> allocate(std::size_t bytes) {
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(256, bytes));
    void* memory = nullptr;
    if (const auto free = free_.find(size); free != free_.end()) {
      memory = free_.extract(free).mapped();
    } else {
      check(cudaMallocHost(&memory, size), "memory of the host");
    }
    return {static_cast<std::byte*>(memory), [size, self = shared_from_this()](std::byte* block) {
              self->free_.emplace(size, block);
            }};
  }

 private:
  std::multimap<std::size_t, void*> free_;  // by bytes
};

// Memory is freed in the order of the stream.
std::shared_ptr<std::byte> memory_of_device(std::size_t bytes,
                                            std::shared_ptr<const Handles> handles) {
  void* found = nullptr;
  check(cudaMallocAsync(&found, std::max<std::size_t>(1, bytes), handles->stream), "memory");
  return {static_cast<std::byte*>(found), [handles = std::move(handles)](std::byte* memory) {
            cudaFreeAsync(memory, handles->stream);
          }};
}

// A prepared command: the function that starts it, its work memory, and what must be done once before, if anything.
struct Ready {
  std::function<void(std::byte* workspace)> start;
  std::size_t workspace_bytes = 0;
  std::function<void()> prepare = {};
};

// The first run starts the commands one by one; the second run is captured as a graph, which later runs start.
class CudaRecording : public Recording {
 public:
  CudaRecording(std::vector<Ready> commands, std::shared_ptr<const Handles> handles)
      : handles_(std::move(handles)), commands_(std::move(commands)) {
    std::size_t bytes = 0;
    for (const Ready& command : commands_) bytes = std::max(bytes, command.workspace_bytes);
    if (bytes > 0) workspace_ = memory_of_device(bytes, handles_);
  }
  ~CudaRecording() override {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }

  void forget_kernels() override { is_prepared_ = false; }

  void run() override {
    if (!std::exchange(is_prepared_, true)) prepare();
    if (graph_ == nullptr && has_run_ && commands_.size() > kFewCommands) capture();
    if (graph_ != nullptr) {
      check(cudaGraphLaunch(graph_, handles_->stream), "starting a graph");
    } else {
      start();
    }
    has_run_ = true;
  }

 private:
  void prepare() {
    for (const Ready& command : commands_)
      if (command.prepare) command.prepare();
  }

  void start() {
    for (const Ready& command : commands_) command.start(workspace_.get());
    check(cudaGetLastError(), "starting a kernel");
  }

  void capture() {
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(handles_->stream, cudaStreamCaptureModeThreadLocal),
          "capturing a graph");
    start();
    check(cudaStreamEndCapture(handles_->stream, &graph), "capturing a graph");
    check(cudaGraphInstantiate(&graph_, graph, 0), "a graph");
    cudaGraphDestroy(graph);
  }

  const std::shared_ptr<const Handles> handles_;
  std::vector<Ready> commands_;
  std::shared_ptr<std::byte> workspace_;
  cudaGraphExec_t graph_ = nullptr;
  bool has_run_ = false, is_prepared_ = false;
};

class CudaDevice : public Device {
 public:
  CudaDevice() : properties_(properties()), kernels_(capability(), cuda_cache()) { keep_memory(); }

  std::string describe() const override {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return std::string(properties_.name) + ", CUDA " + std::to_string(version / 1000) + "." +
           std::to_string(version % 1000 / 10) + ", cuDNN " +
           std::to_string(cudnnGetVersion() / 10000) + "." +
           std::to_string(cudnnGetVersion() / 100 % 100);
  }

  std::shared_ptr<std::byte> allocate(std::size_t bytes) override {
    return memory_of_device(bytes, handles_);
  }

  std::shared_ptr<std::byte> allocate_on_host(std::size_t bytes) override {
    return host_memory_->allocate(bytes);
  }

  void upload(std::span<const std::byte> from, std::byte* to) override {
    check(cudaMemcpyAsync(to, from.data(), from.size(), cudaMemcpyHostToDevice, handles_->stream),
          "a transfer to the device");
    // Memory that is not pinned is copied before the call returns, unless it is large.
    check(cudaStreamSynchronize(handles_->stream), "a transfer to the device");
  }

  void download(const std::byte* from, std::span<std::byte> to) override {
    check(cudaMemcpyAsync(to.data(), from, to.size(), cudaMemcpyDeviceToHost, handles_->stream),
          "a transfer from the device");
    check(cudaStreamSynchronize(handles_->stream), "a transfer from the device");
  }

  void finish() override { check(cudaStreamSynchronize(handles_->stream), "running commands"); }

  std::unique_ptr<Recording> record(std::vector<Command> commands) override {
    std::vector<Ready> ready;
    for (const Command& command : commands)
      ready.push_back(std::visit([&](const auto& one) { return prepared(one); }, command));
    return std::make_unique<CudaRecording>(std::move(ready), handles_);
  }

 private:
  static cudaDeviceProp properties() {
    int device = 0;
    cudaDeviceProp found = {};
    check(cudaGetDevice(&device), "the device");
    check(cudaGetDeviceProperties(&found, device), "the device");
    return found;
  }
  int capability() const { return properties_.major * 10 + properties_.minor; }

  // Freed memory serves the next request.
  void keep_memory() const {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    std::uint64_t all = UINT64_MAX;
    check(cudaGetDevice(&device), "the device");
    check(cudaDeviceGetDefaultMemPool(&pool, device), "memory");
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "memory");
  }

  // On the device a kernel copies faster than the driver does.
  Ready prepared(const Copy& copy) const {
    constexpr std::size_t kMuch = std::size_t{1} << 16, kAtOnce = sizeof(Bits16);
    const auto addresses =
        reinterpret_cast<std::uintptr_t>(copy.from) | reinterpret_cast<std::uintptr_t>(copy.to);
    if (copy.bytes >= kMuch && (addresses | copy.bytes) % kAtOnce == 0) {
      return prepared(Each{Move<Bits16>{reinterpret_cast<const Bits16*>(copy.from),
                                        reinterpret_cast<Bits16*>(copy.to),
                                        {},
                                        {}},
                           static_cast<std::int64_t>(copy.bytes / kAtOnce)});
    }
    return {[copy, stream = handles_->stream](std::byte*) {
      check(cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyDefault, stream), "a copy");
    }};
  }
  Ready prepared(const Zero& zero) const {
    return {[zero, stream = handles_->stream](std::byte*) {
      check(cudaMemsetAsync(zero.to, 0, zero.bytes, stream), "zeros");
    }};
  }
  template <class Launched>
  Ready launched(const Launched& command) const {
    return {[command, stream = handles_->stream](std::byte*) { launch(command, stream); }};
  }
  Ready prepared(const Each& each) const { return launched(each); }
  Ready prepared(const Rows& rows) const { return launched(rows); }

  Ready prepared(const Chain& chain) {
    ChainProgram program = program_of(chain);
    const cudaKernel_t kernel = kernels_.find(program.source);
    const long long of_block = static_cast<long long>(kThreadsOfChain) * program.elements_of_thread;
    const auto blocks =
        static_cast<unsigned>(std::min((chain.count + of_block - 1) / of_block, kMostBlocks));
    return {[kernel, blocks, arguments = std::move(program.arguments),
             stream = handles_->stream](std::byte*) mutable {
      void* parameter = arguments.data();
      check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks),
                             dim3(kThreadsOfChain), &parameter, 0, stream),
            "a chain");
    }};
  }

  Ready prepared(const Product& product) const {
    const std::shared_ptr<PreparedProduct> made =
        PreparedProduct::make(handles_->products, product);
    if (made == nullptr) return prepared(direct(product));
    return {[made, handles = handles_](std::byte* workspace) {
              made->run(handles->products, workspace, handles->stream);
            },
            made->workspace_bytes()};
  }

  Ready prepared(const Correlation& correlation) const {
    const std::shared_ptr<PreparedCorrelation> made =
        PreparedCorrelation::make({handles_->correlations}, correlation);
    if (made == nullptr) return prepared(direct(correlation));
    std::function<void()> prepare;
    if (made->kept_bytes() > 0) {
      made->keep_kernel(memory_of_device(made->kept_bytes(), handles_));
      prepare = [made, stream = handles_->stream] { made->bring_kernel(stream); };
    }
    return {[made, handles = handles_](std::byte* workspace) {
              made->run(handles->correlations, workspace, handles->stream);
            },
            made->workspace_bytes(), std::move(prepare)};
  }

  const cudaDeviceProp properties_;
  const std::shared_ptr<const Handles> handles_ = std::make_shared<Handles>();
  const std::shared_ptr<HostMemory> host_memory_ = std::make_shared<HostMemory>();
  Kernels kernels_;
};

// Empty if there is a device.
std::string why_no_device() {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  int driver = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "there is no driver";
  if (result != cudaSuccess) return cudaGetErrorString(result);
  return count == 0 ? "CUDA finds no device" : "";
}

}  // namespace
}  // namespace kassay::optimized::cuda

extern "C" __attribute__((visibility("default"))) void kassay_make_device(
    const std::string* commands, std::shared_ptr<kassay::optimized::device::Device>* device,
    std::string* why_not) {
  *why_not = *commands == kassay::optimized::device::command_type()
                 ? kassay::optimized::cuda::why_no_device()
                 : "libkassay-cuda.so is of another build than this program";
  if (why_not->empty()) *device = std::make_shared<kassay::optimized::cuda::CudaDevice>();
}
