#include <algorithm>

#include "optimized/cuda/launch.h"
#include "optimized/device/teams.h"

namespace kassay::optimized::cuda {
namespace {

using device::kThreadsOfBlock;
using device::TeamShape;

constexpr long long kMostBlocks = 1 << 20;
// Blocks of rows on a processor at once: this limits the registers of a thread.
constexpr int kLeastBlocks = 3;

template <class Body>
__global__ void each(Body body, long long count) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step)
    body(i);
}

struct BlockThreads {
  unsigned char *slot_memory, *room_memory;
  __device__ int number() const { return static_cast<int>(threadIdx.x); }
  __device__ void wait(int warps) const {
    if (warps == 1) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
  __device__ unsigned char* slots() const { return slot_memory; }
  __device__ unsigned char* room() const { return room_memory; }
  template <class A>
  __device__ A across(A value, int distance) const {
    constexpr int kWords = (sizeof(A) + sizeof(unsigned) - 1) / sizeof(unsigned);
    unsigned words[kWords] = {};
    memcpy(words, &value, sizeof(A));
#pragma unroll
    for (int i = 0; i < kWords; ++i) words[i] = __shfl_xor_sync(~0U, words[i], distance);
    memcpy(&value, words, sizeof(A));
    return value;
  }
};

template <class Body>
__global__ void __launch_bounds__(kThreadsOfBlock, kLeastBlocks)
    rows(Body body, TeamShape shape, long long count) {
  __shared__ alignas(device::kSlotBytes) unsigned char slots[device::kSlotsBytes];
  extern __shared__ int4 room[];
  const BlockThreads threads{slots, reinterpret_cast<unsigned char*>(room)};
  device::do_rows(threads, shape, body, count, blockIdx.x, gridDim.x);
}

int blocks_for(long long count) { return static_cast<int>(std::min(count, kMostBlocks)); }

}  // namespace

void launch(const device::Each& command, cudaStream_t stream) {
  std::visit(
      [&](const auto& body) {
        each<<<blocks_for((command.count + kThreadsOfBlock - 1) / kThreadsOfBlock), kThreadsOfBlock,
               0, stream>>>(body, command.count);
      },
      command.body);
}

void launch(const device::Rows& command, cudaStream_t stream) {
  std::visit(
      [&](const auto& body) {
        const TeamShape shape = device::shape_of(body, command.count, command.length);
        rows<<<blocks_for(shape.blocks(command.count)), shape.threads(),
               device::room_bytes_of(body), stream>>>(body, shape, command.count);
      },
      command.body);
}

}  // namespace kassay::optimized::cuda
