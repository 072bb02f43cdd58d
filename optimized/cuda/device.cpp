// The device of CUDA, and the door of the library.
#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <algorithm>
#include <cstdint>
#include <functional>
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

namespace kassay::optimized::cuda {
namespace {

using namespace device;

// Until it was: all that is known of it was tried on the emulated device.
constexpr char kNeverRun[] = " (this library was never run on a device)";
constexpr long long kMostBlocks = 1 << 20;

struct Handles {
  cudaStream_t stream = nullptr;
  cublasLtHandle_t products = nullptr;
  cudnnHandle_t correlations = nullptr;
};

// Memory of the device: freed in the order of the stream.
class Memory {
 public:
  Memory(std::size_t bytes, cudaStream_t stream) : stream_(stream) {
    void* found = nullptr;
    check(cudaMallocAsync(&found, std::max<std::size_t>(1, bytes), stream), "memory");
    memory_ = static_cast<std::byte*>(found);
  }
  ~Memory() { cudaFreeAsync(memory_, stream_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  std::byte* get() const { return memory_; }

 private:
  std::byte* memory_;
  cudaStream_t stream_;
};

// A command made ready: what starts it, and the work memory that it needs.
struct Ready {
  std::function<void(std::byte* workspace)> start;
  std::size_t workspace_bytes = 0;
};

// The first time the commands are started one by one; then as a graph, which is made of a second run.
class CudaRecording : public Recording {
 public:
  CudaRecording(std::vector<Ready> commands, const Handles& handles)
      : commands_(std::move(commands)), handles_(handles) {
    std::size_t bytes = 0;
    for (const Ready& command : commands_) bytes = std::max(bytes, command.workspace_bytes);
    if (bytes > 0) workspace_ = std::make_unique<Memory>(bytes, handles.stream);
  }
  ~CudaRecording() override {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }

  void run() override {
    if (graph_ == nullptr && has_run_) capture();
    if (graph_ != nullptr) {
      check(cudaGraphLaunch(graph_, handles_.stream), "starting a graph");
    } else {
      start();
    }
    has_run_ = true;
  }

 private:
  void start() {
    for (const Ready& command : commands_) command.start(workspace_ ? workspace_->get() : nullptr);
    check(cudaGetLastError(), "starting a kernel");
  }

  void capture() {
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(handles_.stream, cudaStreamCaptureModeThreadLocal),
          "capturing a graph");
    start();
    check(cudaStreamEndCapture(handles_.stream, &graph), "capturing a graph");
    check(cudaGraphInstantiate(&graph_, graph, 0), "a graph");
    cudaGraphDestroy(graph);
  }

  std::vector<Ready> commands_;
  const Handles handles_;
  std::unique_ptr<Memory> workspace_;
  cudaGraphExec_t graph_ = nullptr;
  bool has_run_ = false;
};

class CudaDevice : public Device, public std::enable_shared_from_this<CudaDevice> {
 public:
  CudaDevice() : properties_(properties()), kernels_(capability(), cache_folder()) {
    check(cudaStreamCreateWithFlags(&handles_.stream, cudaStreamNonBlocking), "a stream");
    check(cublasLtCreate(&handles_.products), "cuBLASLt");
    if (cudnnCreate(&handles_.correlations) != CUDNN_STATUS_SUCCESS ||
        cudnnSetStream(handles_.correlations, handles_.stream) != CUDNN_STATUS_SUCCESS)
      end_process("cuDNN does not start");
    keep_memory();
  }
  ~CudaDevice() override {
    cudaStreamSynchronize(handles_.stream);
    cudnnDestroy(handles_.correlations);
    cublasLtDestroy(handles_.products);
    cudaStreamDestroy(handles_.stream);
  }
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  std::string describe() const override {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return std::string(properties_.name) + ", CUDA " + std::to_string(version / 1000) + "." +
           std::to_string(version % 1000 / 10) + ", cuDNN " + std::to_string(cudnnGetVersion()) +
           kNeverRun;
  }

  std::shared_ptr<std::byte> allocate(std::size_t bytes) override {
    auto memory = std::make_shared<Memory>(bytes, handles_.stream);
    std::byte* const place = memory->get();
    // The device outlives its memory.
    return {place, [memory = std::move(memory), self = shared_from_this()](std::byte*) {}};
  }

  void upload(std::span<const std::byte> from, std::byte* to) override {
    check(cudaMemcpyAsync(to, from.data(), from.size(), cudaMemcpyHostToDevice, handles_.stream),
          "a transfer to the device");
    // What is not pinned is copied before the call returns, unless it is large.
    check(cudaStreamSynchronize(handles_.stream), "a transfer to the device");
  }

  void download(const std::byte* from, std::span<std::byte> to) override {
    check(cudaMemcpyAsync(to.data(), from, to.size(), cudaMemcpyDeviceToHost, handles_.stream),
          "a transfer from the device");
    check(cudaStreamSynchronize(handles_.stream), "a transfer from the device");
  }

  void finish() override { check(cudaStreamSynchronize(handles_.stream), "running commands"); }

  std::unique_ptr<Recording> record(std::vector<Command> commands) override {
    std::vector<Ready> ready;
    for (const Command& command : commands)
      ready.push_back(std::visit([&](const auto& one) { return prepared(one); }, command));
    return std::make_unique<CudaRecording>(std::move(ready), handles_);
  }

  bool serves(const Command& command) const override {
    const auto* const product = std::get_if<Product>(&command);
    return product == nullptr || PreparedProduct::make(handles_.products, *product) != nullptr;
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

  // What is freed serves the next request.
  void keep_memory() const {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    std::uint64_t all = UINT64_MAX;
    check(cudaGetDevice(&device), "the device");
    check(cudaDeviceGetDefaultMemPool(&pool, device), "memory");
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "memory");
  }

  Ready prepared(const Copy& copy) const {
    return {[copy, stream = handles_.stream](std::byte*) {
      check(cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyDeviceToDevice, stream),
            "a copy");
    }};
  }
  Ready prepared(const Zero& zero) const {
    return {[zero, stream = handles_.stream](std::byte*) {
      check(cudaMemsetAsync(zero.to, 0, zero.bytes, stream), "zeros");
    }};
  }
  template <class Launched>
  Ready launched(const Launched& command) const {
    return {[command, stream = handles_.stream](std::byte*) { launch(command, stream); }};
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
             stream = handles_.stream](std::byte*) mutable {
      void* parameter = arguments.data();
      check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks),
                             dim3(kThreadsOfChain), &parameter, 0, stream),
            "a chain");
    }};
  }

  Ready prepared(const Product& product) const {
    const std::shared_ptr<PreparedProduct> made = PreparedProduct::make(handles_.products, product);
    if (made == nullptr) end_process("cuBLASLt no longer has a product that it had");
    return {[made, handles = handles_](std::byte* workspace) {
              made->run(handles.products, workspace, handles.stream);
            },
            made->workspace_bytes()};
  }

  Ready prepared(const Correlation& correlation) const {
    const std::shared_ptr<PreparedCorrelation> made =
        PreparedCorrelation::make(handles_.correlations, correlation);
    if (made == nullptr) return prepared(direct(correlation));
    return {[made, handles = handles_](std::byte* workspace) {
              made->run(handles.correlations, workspace, handles.stream);
            },
            made->workspace_bytes()};
  }

  const cudaDeviceProp properties_;
  Handles handles_;
  Kernels kernels_;
};

// Empty where there is a device.
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
    std::shared_ptr<kassay::optimized::device::Device>* device, std::string* why_not) {
  *why_not = kassay::optimized::cuda::why_no_device();
  if (why_not->empty()) *device = std::make_shared<kassay::optimized::cuda::CudaDevice>();
}
