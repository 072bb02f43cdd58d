#include "optimized/cuda/launch.h"
#include "optimized/device/launches.h"
#include "optimized/device/team.h"

namespace kassay::optimized::cuda {
namespace {

using device::kThreads;

constexpr std::int64_t kMostBlocks = 1 << 20;

template <class Body>
__global__ void each(Body body, long long count) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step)
    body(i);
}

template <int kTeam, class Body>
__global__ void rows(Body body, long long count) {
  __shared__ alignas(16) unsigned char room[device::Block<kTeam>::kRoom];
  device::do_rows<kTeam>(body, count, room);
}

}  // namespace

void launch(const device::Each& command, cudaStream_t stream) {
  const int blocks = device::blocks_for((command.count + kThreads - 1) / kThreads, kMostBlocks);
  std::visit([&](const auto& body) { each<<<blocks, kThreads, 0, stream>>>(body, command.count); },
             command.body);
}

void launch(const device::Rows& command, cudaStream_t stream) {
  const int blocks = device::blocks_for(command.count, kMostBlocks);
  std::visit(
      [&](const auto& body) {
        device::with_team(command, [&](auto size) {
          constexpr int kTeam = size;
          rows<kTeam><<<blocks, kTeam, 0, stream>>>(body, command.count);
        });
      },
      command.body);
}

}  // namespace kassay::optimized::cuda
