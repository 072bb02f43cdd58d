// The runtime of CUDA: memory, streams, graphs.
#include "optimized/cuda/tests/false/runtime.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace kassay::optimized::cuda::false_libraries {
namespace {

constexpr std::uintptr_t kBegin = 0x2000'0000'0000, kEnd = 0x3000'0000'0000;  // of memory
constexpr std::size_t kMemory = std::size_t{1} << 30;                         // at once
constexpr std::size_t kPage = 4096, kAlignment = 256;
constexpr int kUnwritten = 0xff;  // of NaN and of -1
constexpr int kLeaks = 86;        // exit code

using Work = std::function<void()>;
using Works = std::vector<Work>;

struct Stream {
  std::deque<Work> begun;
  std::shared_ptr<Works> captured;  // null unless it is
};
struct Graph {
  std::shared_ptr<const Works> works;
};

struct Block {
  std::byte* mapped;
  std::size_t mapped_bytes, bytes;
};
struct State {
  std::map<const void*, std::string> things;
  std::map<std::uintptr_t, Block> device;        // by address
  std::map<std::uintptr_t, std::size_t> pinned;  // of the host
  std::uintptr_t next = kBegin;
  std::size_t used = 0;
};
void report_leaks();
// It outlives everything.
State& state() {
  static State* const state = [] {
    std::atexit(report_leaks);
    return new State;
  }();
  return *state;
}

void report_leaks() {
  std::map<std::string, int> left;
  for (const auto& [thing, kind] : state().things) ++left[kind];
  for (const auto& [kind, count] : left)
    std::fprintf(stderr, "false CUDA: not given back: %d x %s\n", count, kind.c_str());
  if (!left.empty()) _exit(kLeaks);
}

Stream& stream_of(cudaStream_t stream) { return the<Stream>(stream, "stream"); }

Stream& not_captured(cudaStream_t stream, const char* call) {
  Stream& found = stream_of(stream);
  require(!found.captured, std::string(call) + " while the stream is captured");
  return found;
}

void wait_for(Stream& stream) {
  while (!stream.begun.empty()) {
    const Work work = std::move(stream.begun.front());
    stream.begun.pop_front();
    work();
  }
}

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }
bool is_on_device(const void* place) {
  return address_of(place) >= kBegin && address_of(place) < kEnd;
}
bool is_pinned(const void* place, std::size_t bytes) {
  const auto after = state().pinned.upper_bound(address_of(place));
  return after != state().pinned.begin() &&
         address_of(place) + bytes <= std::prev(after)->first + std::prev(after)->second;
}

// Checks one end of a copy.
void require_side(const Stream& stream, const void* place, std::size_t bytes, bool on_device,
                  const std::string& what) {
  require(is_on_device(place) == on_device,
          what + (on_device ? ": an address of the host" : ": an address of the device"));
  require(on_device || !stream.captured || is_pinned(place, bytes),
          what + ": memory of the host that is not pinned, while the stream is captured");
}

void free_now(const void* memory) {
  const auto found = state().device.find(address_of(memory));
  require(found != state().device.end(), "memory is freed that is not there");
  given_back(memory, "memory");
  state().used -= found->second.bytes;
  munmap(found->second.mapped, found->second.mapped_bytes);
  state().device.erase(found);
}

std::size_t rounded_up(std::size_t bytes, std::size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

}  // namespace

void fault(const std::string& what) {
  std::fprintf(stderr, "false CUDA: %s\n", what.c_str());
  std::abort();
}

void enqueue(cudaStream_t stream, Work work) {
  Stream& found = stream_of(stream);
  if (found.captured) {
    found.captured->push_back(std::move(work));
  } else {
    found.begun.push_back(std::move(work));
  }
}

void require_device_memory(const void* begin, std::size_t bytes, const std::string& what) {
  if (is_pinned(begin, bytes)) return;
  require(is_on_device(begin), what + ": no address of the device");
  const auto after = state().device.upper_bound(address_of(begin));
  require(after != state().device.begin() &&
              address_of(begin) + bytes <= std::prev(after)->first + std::prev(after)->second.bytes,
          what + ": no memory, or freed, or too small for " + std::to_string(bytes) + " bytes");
}

void require_aligned(const void* place, std::size_t alignment, const std::string& what) {
  require(address_of(place) % alignment == 0,
          what + ": not aligned to " + std::to_string(alignment) + " bytes");
}

void use_workspace(void* begin, std::size_t bytes, std::size_t alignment, const std::string& what) {
  if (bytes == 0) return;
  require_device_memory(begin, bytes, what);
  require_aligned(begin, alignment, what);
  std::memset(begin, kUnwritten, bytes);
}

void made(const void* thing, const std::string& kind) { state().things[thing] = kind; }
void require_made(const void* thing, const std::string& kind) {
  const auto found = state().things.find(thing);
  require(found != state().things.end() && found->second == kind,
          "no " + kind + ", or one that was destroyed");
}
void given_back(const void* thing, const std::string& kind) {
  require_made(thing, kind);
  state().things.erase(thing);
}

}  // namespace kassay::optimized::cuda::false_libraries

using namespace kassay::optimized::cuda::false_libraries;

// The header gives some of them C++ linkage too.
extern "C" {

cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* found, int) {
  *found = {};
  std::strcpy(found->name, "false device");
  found->major = 9;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t*, int) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr name, int) {
  return *value = name == cudaDevAttrComputeCapabilityMajor ? 9 : 0, cudaSuccess;
}
// There is no driver here.
cudaError_t cudaGetDriverEntryPointByVersion(const char*, void**, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult*) {
  return cudaErrorNotSupported;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
const char* cudaGetErrorString(cudaError_t) { return "an error of the false device"; }

cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream) {
  Stream& found = not_captured(stream, "cudaMallocAsync");
  if (bytes > kMemory - state().used) wait_for(found);
  if (bytes > kMemory - state().used) return cudaErrorMemoryAllocation;
  // The memory ends at a page that is not mapped.
  const std::size_t mapped_bytes = rounded_up(bytes, kPage);
  void* const mapped =
      mmap(reinterpret_cast<void*>(state().next), mapped_bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  require(mapped != MAP_FAILED && state().next + mapped_bytes < kEnd, "no address is left");
  state().next += mapped_bytes + kPage;
  std::memset(mapped, kUnwritten, mapped_bytes);
  auto* const begin = static_cast<std::byte*>(mapped);
  *memory = begin + mapped_bytes - rounded_up(bytes, kAlignment);
  state().device[address_of(*memory)] = {begin, mapped_bytes, bytes};
  state().used += bytes;
  made(*memory, "memory");
  return cudaSuccess;
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  not_captured(stream, "cudaFreeAsync");
  enqueue(stream, [memory] { free_now(memory); });
  return cudaSuccess;
}
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  *memory = std::malloc(bytes);
  std::memset(*memory, kUnwritten, bytes);
  state().pinned[address_of(*memory)] = bytes;
  made(*memory, "pinned memory");
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory) {
  given_back(memory, "pinned memory");
  state().pinned.erase(address_of(memory));
  std::free(memory);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  const bool to_device = kind == cudaMemcpyDefault
                             ? is_on_device(to)
                             : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDefault
                               ? is_on_device(from)
                               : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  require_side(stream_of(stream), to, bytes, to_device, "what a copy writes");
  require_side(stream_of(stream), from, bytes, from_device, "what a copy reads");
  enqueue(stream, [=] {
    if (to_device) require_device_memory(to, bytes, "what a copy writes");
    if (from_device) require_device_memory(from, bytes, "what a copy reads");
    std::memmove(to, from, bytes);
  });
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  enqueue(stream, [=] {
    require_device_memory(to, bytes, "what is set");
    std::memset(to, value, bytes);
  });
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return make<Stream>(stream, "stream"), cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return wait_for(not_captured(stream, "cudaStreamSynchronize")), cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  wait_for(not_captured(stream, "cudaStreamDestroy"));
  return give_back<Stream>(stream, "stream"), cudaSuccess;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  not_captured(stream, "cudaStreamBeginCapture").captured = std::make_shared<Works>();
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  Stream& found = stream_of(stream);
  require(found.captured != nullptr, "cudaStreamEndCapture without a beginning");
  make<Graph>(graph, "graph")->works = std::exchange(found.captured, nullptr);
  return cudaSuccess;
}
// cuDNN queries this to decide whether to keep its plans for a graph; here, plans outlive graphs.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**,
                                     const cudaGraphEdgeData**, std::size_t*) {
  stream_of(stream);
  return *status = cudaStreamCaptureStatusNone, cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long) {
  make<Graph>(instance, "instance of a graph")->works = the<Graph>(graph, "graph").works;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return give_back<Graph>(graph, "graph"), cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance) {
  return give_back<Graph>(instance, "instance of a graph"), cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream) {
  enqueue(stream, [works = the<Graph>(instance, "instance of a graph").works] {
    for (const Work& work : *works) work();
  });
  return cudaSuccess;
}

}  // extern "C"
