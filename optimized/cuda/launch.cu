#include <algorithm>

#include "optimized/cuda/launch.h"
#include "optimized/cuda/team.h"

namespace kassay::optimized::cuda {
namespace {

constexpr int kThreads = 256;  // of a block
constexpr long long kMostBlocks = 1 << 20;

template <class Body>
__global__ void each(Body body, long long count) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step)
    body(i);
}

template <int kTeam, class Body>
__global__ void rows(Body body, long long count) {
  __shared__ alignas(16) unsigned char room[kTeam * 16];
  Block<kTeam> team(room);
  for (long long row = blockIdx.x; row < count; row += gridDim.x) body(team, row);
}

int blocks_for(long long count) { return static_cast<int>(std::min(count, kMostBlocks)); }

}  // namespace

void launch(const device::Each& command, cudaStream_t stream) {
  std::visit(
      [&](const auto& body) {
        each<<<blocks_for((command.count + kThreads - 1) / kThreads), kThreads, 0, stream>>>(
            body, command.count);
      },
      command.body);
}

// Short rows have a warp, long ones eight.
void launch(const device::Rows& command, cudaStream_t stream) {
  constexpr long long kLong = 512;
  std::visit(
      [&](const auto& body) {
        if (command.length < kLong) {
          rows<32><<<blocks_for(command.count), 32, 0, stream>>>(body, command.count);
        } else {
          rows<kThreads><<<blocks_for(command.count), kThreads, 0, stream>>>(body, command.count);
        }
      },
      command.body);
}

}  // namespace kassay::optimized::cuda
