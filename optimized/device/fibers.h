// The threads of a block on the host, for teams (teams.h): one runs until it waits, then the next one runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <source_location>
#include <vector>

#include "optimized/device/order.h"
#include "optimized/device/teams.h"

namespace kassay::optimized::device {

// Bytes of NaN and of -1, which no test accepts as a result.
inline constexpr std::byte kUnwritten{0xff};

// The shared memory of a block.
struct SharedMemory {
  alignas(kSlotBytes) unsigned char slots[kSlotsBytes];
  unsigned char lanes[kSlotsBytes];  // for across()
  std::vector<unsigned char> room;
};

class FiberThread {
 public:
  FiberThread(SharedMemory& shared, int number) : shared_(&shared), number_(number) {}

  int number() const { return number_; }
  void wait(int warps, std::source_location at = std::source_location::current()) const;
  unsigned char* slots() const { return shared_->slots; }
  unsigned char* room() const { return shared_->room.data(); }
  template <class A>
  A across(A value, int distance, std::source_location at = std::source_location::current()) {
    is_second_ = !is_second_;
    std::memcpy(lane(number_), &value, sizeof(A));
    wait(1, at);
    std::memcpy(&value, lane(number_ ^ distance), sizeof(A));
    return value;
  }

 private:
  // One of two sets, in turn, like the slots of Team.
  unsigned char* lane(int number) const {
    return shared_->lanes + ((is_second_ ? kThreadsOfBlock : 0) + number) * kSlotBytes;
  }

  SharedMemory* shared_;
  int number_;
  bool is_second_ = false;
};

struct Launch {
  std::int64_t blocks;
  int threads;  // whole warps
  int room_bytes;
};

// Calls run_one(thread, block) in each thread of each block. Threads run one after the other in that order, each from one barrier to the
// next; and so do warps, between barriers of the block. The shared memory of a block begins unwritten. Throws Violation, whose text begins
// with the name of the kernel, if the threads of a warp or block do not all wait at the same barrier.
void run_blocks(const char* kernel, const Launch& launch, Order order,
                const std::function<void(const FiberThread&, std::int64_t block)>& run_one);

// Runs body(team, row) for each row below `count`.
template <class Body>
void run_rows(const Body& body, TeamShape shape, std::int64_t count, std::int64_t most_blocks,
              Order order) {
  const std::int64_t blocks = std::min<std::int64_t>(shape.blocks(count), most_blocks);
  run_blocks(Body::kName, {blocks, shape.threads(), room_bytes_of(body)}, order,
             [&](const FiberThread& thread, std::int64_t block) {
               do_rows(thread, shape, body, count, block, blocks);
             });
}

}  // namespace kassay::optimized::device
