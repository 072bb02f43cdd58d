// The device of CUDA with the false libraries (false/runtime.h), which detect faults that CUDA may hide; and tests that they detect them.
#include <cublasLt.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "optimized/cuda/tests/false/products.h"
#include "optimized/cuda/tests/false/runtime.h"
#include "optimized/device/emulated.h"
#include "optimized/device/library.h"

extern "C" KassayMakeDevice kassay_make_device;

namespace kassay::optimized::cuda::false_libraries {
namespace {

using namespace device;
using testing::ExitedWithCode;
using Numbers = std::vector<float>;

constexpr std::size_t kCount = 64;  // of an array

class OnFalseDevice : public testing::Test {
 protected:
  OnFalseDevice() {
    std::string why_not;
    const std::string commands = command_type();
    kassay_make_device(&commands, &device_, &why_not);
  }

  // Numbers that begin that many bytes after the start of memory.
  std::byte* array(std::size_t offset) {
    Numbers numbers(kCount);
    std::iota(numbers.begin(), numbers.end(), 1.0F);
    memory_.push_back(device_->allocate(kCount * sizeof(float) + offset));
    std::byte* const place = memory_.back().get() + offset;
    device_->upload(std::as_bytes(std::span(numbers)), place);
    return place;
  }
  Numbers numbers_at(const std::byte* place) {
    Numbers numbers(kCount);
    device_->download(place, std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }
  // Runs a command one by one, while captured, and by that graph: each time with the result of the emulated device.
  void expect_right(const Command& command, std::byte* result) {
    const auto made_by = [&](auto&& run) {
      const Numbers zeros(kCount);
      device_->upload(std::as_bytes(std::span(zeros)), result);
      run();
      return numbers_at(result);
    };
    const Numbers right = made_by([&] { run_on_host(command); });
    const auto recording = device_->record({command});
    for (int run = 0; run < 3; ++run)
      EXPECT_EQ(made_by([&] { recording->run(); }), right) << "run " << run;
  }
  Product product(std::size_t offset) {
    return {DType::kFloat32, 1, 3, 4, 5, {array(offset), 4, 1, 0}, {array(offset), 5, 1, 0},
            array(offset),   5, 0};
  }

  std::shared_ptr<Device> device_;
  std::vector<std::shared_ptr<std::byte>> memory_;
};

TEST_F(OnFalseDevice, MemoryMayOutliveTheDevice) {
  const auto use = [&] {
    device_.reset();
    memory_.clear();
    std::exit(0);
  };
  array(0);
  EXPECT_EXIT(use(), ExitedWithCode(0), "");
}

TEST_F(OnFalseDevice, ARecordingMayOutliveTheDevice) {
  const Command command = product(0);
  const auto use = [&] {
    auto recording = device_->record({command});
    memory_.clear();
    device_.reset();
    recording.reset();
    std::exit(0);
  };
  EXPECT_EXIT(use(), ExitedWithCode(0), "");
}

class Aligned : public OnFalseDevice, public testing::WithParamInterface<std::size_t> {};

TEST_P(Aligned, Product) {
  const auto command = product(GetParam());
  expect_right(command, command.c);
}

TEST_P(Aligned, Correlation) {
  using Kind = Correlation::Kind;
  for (const Kind kind : {Kind::kForward, Kind::kToImages, Kind::kToKernel}) {
    const Correlation command{kind,
                              DType::kFloat32,
                              false,
                              {{{}, {}, {5, 2, 1, 1, 0, 4}}, /*samples=*/1, /*channels=*/2},
                              /*filters=*/3,
                              array(GetParam()),
                              array(GetParam()),
                              array(GetParam())};
    std::byte* const results[] = {command.results, command.images, command.kernel};
    expect_right(command, results[static_cast<std::size_t>(kind)]);
  }
}

INSTANTIATE_TEST_SUITE_P(Bytes, Aligned, testing::Values(0, 4, 16),
                         testing::PrintToStringParamName());

// cuBLASLt need not know it.
TEST_F(OnFalseDevice, AnyProductIsComputed) {
  const auto command = product(0);
  refuse_products(true);
  expect_right(command, command.c);
  refuse_products(false);
}

// Only the libraries. Each of these tests ends a process.
class FalseLibraries : public testing::Test {
 protected:
  FalseLibraries() {
    cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
    cudaMallocAsync(&memory_, kBytes, stream_);
  }
  ~FalseLibraries() override {
    cudaFreeAsync(memory_, stream_);
    cudaStreamDestroy(stream_);
  }
  void copy(void* to, const void* from, cudaMemcpyKind kind, std::size_t bytes = kBytes) {
    cudaMemcpyAsync(to, from, bytes, kind, stream_);
    cudaStreamSynchronize(stream_);
  }
  void capture() { cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal); }

  static constexpr std::size_t kBytes = 8;
  cudaStream_t stream_ = nullptr;
  void* memory_ = nullptr;
  char host_[kBytes] = {};
};

TEST_F(FalseLibraries, FreshMemoryHasNoZeros) {
  copy(host_, memory_, cudaMemcpyDeviceToHost);
  EXPECT_THAT(host_, testing::Each(-1));
}

TEST_F(FalseLibraries, NothingIsDoneUntilTheHostWaits) {
  cudaMemcpyAsync(memory_, host_, kBytes, cudaMemcpyHostToDevice, stream_);
  host_[0] = 1;
  host_[1] = 2;
  copy(host_, memory_, cudaMemcpyDeviceToHost);
  EXPECT_EQ(host_[1], 2);
}

TEST_F(FalseLibraries, AGraphRepeatsTheCapture) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t instance = nullptr;
  capture();
  cudaMemsetAsync(memory_, 7, kBytes, stream_);
  cudaStreamEndCapture(stream_, &graph);
  copy(host_, memory_, cudaMemcpyDeviceToHost);
  EXPECT_THAT(host_, testing::Each(-1));
  cudaGraphInstantiate(&instance, graph, 0);
  cudaGraphDestroy(graph);
  for (int i = 0; i < 2; ++i) {
    cudaMemsetAsync(memory_, 0, kBytes, stream_);
    cudaGraphLaunch(instance, stream_);
    copy(host_, memory_, cudaMemcpyDeviceToHost);
    EXPECT_THAT(host_, testing::Each(7));
  }
  cudaGraphExecDestroy(instance);
}

TEST_F(FalseLibraries, SeeAnAddressOfTheOtherSide) {
  EXPECT_DEATH(copy(memory_, host_, cudaMemcpyDeviceToDevice), "reads: an address of the host");
  EXPECT_DEATH(copy(memory_, host_, cudaMemcpyDeviceToHost), "writes: an address of the device");
}

TEST_F(FalseLibraries, SeeTheEndOfMemory) {
  EXPECT_DEATH(copy(memory_, memory_, cudaMemcpyDeviceToDevice, kBytes + 1), "too small for 9");
  EXPECT_DEATH(static_cast<char*>(memory_)[256] = 0, "");
}

TEST_F(FalseLibraries, SeeMemoryThatWasFreed) {
  const auto use = [&] {
    cudaFreeAsync(memory_, stream_);
    copy(host_, memory_, cudaMemcpyDeviceToHost);
  };
  EXPECT_DEATH(use(), "or freed");
  const auto free_again = [&] {
    cudaFreeAsync(memory_, stream_);
    cudaFreeAsync(memory_, stream_);
    cudaStreamSynchronize(stream_);
  };
  EXPECT_DEATH(free_again(), "is freed that is not there");
}

TEST_F(FalseLibraries, SeeAStreamThatWasDestroyed) {
  const auto use = [&] {
    cudaStreamDestroy(stream_);
    cudaFreeAsync(memory_, stream_);
  };
  EXPECT_DEATH(use(), "no stream, or one that was destroyed");
}

TEST_F(FalseLibraries, DetectCallsForbiddenDuringACapture) {
  const auto captured = [&](auto&& call) {
    capture();
    call();
  };
  void* more = nullptr;
  EXPECT_DEATH(captured([&] { cudaStreamSynchronize(stream_); }), "while the stream is captured");
  EXPECT_DEATH(captured([&] { cudaMallocAsync(&more, 1, stream_); }), "cudaMallocAsync while");
  EXPECT_DEATH(captured([&] { copy(memory_, host_, cudaMemcpyHostToDevice); }), "not pinned");
}

TEST_F(FalseLibraries, DetectLeaks) {
  EXPECT_EXIT(std::exit(0), ExitedWithCode(86), "not given back: 1 x memory");
}

TEST_F(FalseLibraries, SeeALeadingDimensionThatIsTooSmall) {
  const auto use = [] {
    cublasLtHandle_t handle = nullptr;
    cublasLtMatmulDesc_t product = nullptr;
    cublasLtMatrixLayout_t matrix = nullptr;
    cublasLtMatmulPreference_t preference = nullptr;
    cublasLtMatmulHeuristicResult_t result;
    int count = 0;
    cublasLtCreate(&handle);
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulPreferenceCreate(&preference);
    cublasLtMatrixLayoutCreate(&matrix, CUDA_R_32F, 2, 2, 1);
    cublasLtMatmulAlgoGetHeuristic(handle, product, matrix, matrix, matrix, matrix, preference, 1,
                                   &result, &count);
  };
  EXPECT_DEATH(use(), "a leading dimension that is too small");
}

}  // namespace
}  // namespace kassay::optimized::cuda::false_libraries
