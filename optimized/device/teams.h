// The threads of a block as teams (rows.h), on a device or on the host.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

inline constexpr int kThreadsOfWarp = 32, kThreadsOfBlock = 256;
// Elements that a thread reads before it needs the first of them.
inline constexpr int kReadAtOnce = 8;
// The most bytes that a member holds of a reduction or a scan; and twice that for all threads of a block.
inline constexpr int kSlotBytes = 16, kSlotsBytes = 2 * kThreadsOfBlock * kSlotBytes;

// The teams of a block, one for each of its rows. All numbers are powers of two, and the block consists of whole warps.
struct TeamShape {
  int members, rows;
  bool is_side_by_side;  // neighbouring threads have neighbouring rows, not the same one

  int threads() const { return members * rows; }
  long long blocks(long long count) const { return (count + rows - 1) / rows; }
};

inline int power_of_two_from(long long least) {
  int power = 1;
  while (power < least && power < kThreadsOfBlock) power *= 2;
  return power;
}

// For `count` rows of about `length` elements. `neighbours`: the number of rows side by side in memory; 1 if each row is contiguous. The
// shape determines the order of a sum.
inline TeamShape shape_of_lines(long long count, long long length, long long neighbours) {
  int most;                // members
  long long elements = 4;  // at least, per member
  if (neighbours == 1) {
    constexpr long long kShort = 256, kLong = 1024, kFewRows = 1024;
    const bool has_block = length >= kLong || (length >= kShort && count < kFewRows);
    most = has_block ? kThreadsOfBlock : kThreadsOfWarp;
  } else {
    // A warp reads whole lines of 128 bytes. With few elements, it reads sectors of 32 bytes, which gives more blocks.
    constexpr long long kShort = 64, kFewRows = 1 << 15, kManyRows = 1 << 18, kLittle = 1 << 22;
    const bool is_little = length >= kShort && count < kFewRows && count * length < kLittle;
    const int widest = is_little ? 8 : kThreadsOfWarp;
    most = kThreadsOfBlock / (neighbours < widest ? power_of_two_from(neighbours) : widest);
    if (count >= kManyRows) elements *= 8;
  }
  const auto at_most = [](int number, int limit) { return number < limit ? number : limit; };
  const int members = at_most(power_of_two_from((length + elements - 1) / elements), most);
  int rows = at_most(power_of_two_from(count), kThreadsOfBlock / members);
  while (members * rows < kThreadsOfWarp) rows *= 2;
  return {members, rows, neighbours > 1};
}

// Each row without Lines gets a block.
template <class Body>
TeamShape shape_of(const Body& body, long long count, long long length) {
  if constexpr (requires { body.lines; }) {
    return shape_of_lines(count, length, body.lines.inner);
  } else {
    constexpr long long kLong = 512;
    return {length < kLong ? kThreadsOfWarp : kThreadsOfBlock, 1, false};
  }
}

// The shared memory of a team for the body.
template <class Body>
constexpr int room_bytes_of(const Body&) {
  if constexpr (requires { Body::kRoomBytes; }) {
    return Body::kRoomBytes;
  } else {
    return 0;
  }
}

// A team of a block, in one of its members. All threads of a block call the same functions in the same order; those without a row do, too.
// Threads: how the threads of a block work together,
//   int number()                          of this thread
//   void wait(int warps)                  for the other threads of the warp if that is 1, or else of the block
//   A across(A value, int distance)       the value of the thread of the warp whose number differs in that bit
//   unsigned char* slots()                shared memory, kSlotsBytes
//   unsigned char* room()                 shared memory, room_bytes_of(body)
template <class Threads>
class Team {
 public:
  KASSAY_BOTH Team(const Threads& threads, TeamShape shape) : threads_(threads), shape_(shape) {
    const int number = threads_.number();
    row_ = shape.is_side_by_side ? number % shape.rows : number / shape.members;
    rank_ = shape.is_side_by_side ? number / shape.rows : number % shape.members;
    distance_ = shape.is_side_by_side ? shape.rows : 1;
    const int reach = kThreadsOfWarp / distance_;
    in_warp_ = reach < shape.members ? (reach > 1 ? reach : 1) : shape.members;
    warp_ = rank_ / in_warp_;
    warps_ = shape.members / in_warp_;
  }

  // Chooses the team's row, from row `first` on. If there are too few rows, its members only wait, and the row is another team's.
  KASSAY_BOTH long long take(long long first, long long count) {
    is_idle_ = first + row_ >= count;
    return is_idle_ ? count - 1 : first + row_;
  }

  KASSAY_BOTH int size() const { return shape_.members; }
  KASSAY_BOTH int rank() const { return is_idle_ ? -1 : rank_; }

  template <class A>
  KASSAY_BOTH A* room() {
    return reinterpret_cast<A*>(threads_.room());
  }

  template <class F>
  KASSAY_BOTH void each(long long n, F&& f) {
    for (long long i = first(n); i < n; i += size()) f(i);
    threads_.wait(warps_);
  }

  template <class F, class Store>
  KASSAY_BOTH void make(long long n, F&& f, Store&& store_one) {
    using A = decltype(f(n));
    const long long step = size();
    for (long long i = first(n); i < n; i += kReadAtOnce * step) {
      A made[kReadAtOnce];
      for (int k = 0; k < kReadAtOnce; ++k) made[k] = i + k * step < n ? f(i + k * step) : A{};
      for (int k = 0; k < kReadAtOnce; ++k)
        if (i + k * step < n) store_one(i + k * step, made[k]);
    }
    threads_.wait(warps_);
  }

  template <class A, class F, class Combine>
  KASSAY_BOTH A reduce(long long n, A identity, F&& f, Combine&& combine) {
    const long long step = size();
    A held[kReadAtOnce];
    for (A& one : held) one = identity;
    long long i = first(n);
    const auto add = [&](auto&& term) {
      A terms[kReadAtOnce];
      for (int k = 0; k < kReadAtOnce; ++k) terms[k] = term(i + k * step);
      for (int k = 0; k < kReadAtOnce; ++k) held[k] = combine(held[k], terms[k]);
      i += kReadAtOnce * step;
    };
    while (i < n - (kReadAtOnce - 1) * step) add(f);
    if (i < n) add([&](long long at) { return at < n ? f(at) : identity; });
    for (int k = 1; k < kReadAtOnce; ++k) held[0] = combine(held[0], held[k]);
    return combined(held[0], combine);
  }

  // Each member scans a contiguous part; the totals of the parts give what comes before each part.
  template <class A, class F, class Combine, class Store>
  KASSAY_BOTH void scan(long long n, A identity, F&& f, Combine&& combine, Store&& store_one) {
    const long long length = is_idle_ ? 0 : (n + size() - 1) / size();
    const long long from = rank_ * length, begin = from < n ? from : n;
    const long long end = begin + length < n ? begin + length : n;
    A held = identity;
    for (long long i = begin; i < end; ++i) held = combine(held, f(i));
    A* const all = slots<A>();
    all[rank_ * shape_.rows + row_] = held;
    threads_.wait(warps_);
    A before = identity;
    for (int other = 0; other < rank_; ++other)
      before = combine(before, all[other * shape_.rows + row_]);
    for (long long i = begin; i < end; ++i) {
      before = combine(before, f(i));
      store_one(i, before);
    }
    threads_.wait(warps_);
  }

 private:
  KASSAY_BOTH long long first(long long n) const { return is_idle_ ? n : rank_; }

  // Combines the values of the members.
  template <class A, class Combine>
  KASSAY_BOTH A combined(A held, Combine&& combine) {
    for (int members = in_warp_ / 2; members > 0; members /= 2) {
      const A other = threads_.across(held, members * distance_);
      held = (rank_ & members) != 0 ? combine(other, held) : combine(held, other);
    }
    if (warps_ == 1) return held;
    A* const all = slots<A>();
    if (rank_ == warp_ * in_warp_) all[warp_ * shape_.rows + row_] = held;
    threads_.wait(warps_);
    held = all[row_];
    for (int warp = 1; warp < warps_; ++warp) held = combine(held, all[warp * shape_.rows + row_]);
    return held;
  }

  // One slot per thread, in two alternating sets: before a set is written again, all threads of the team have waited since they read it.
  template <class A>
  KASSAY_BOTH A* slots() {
    static_assert(sizeof(A) <= kSlotBytes);
    is_second_ = !is_second_;
    return reinterpret_cast<A*>(threads_.slots() + (is_second_ ? kThreadsOfBlock * kSlotBytes : 0));
  }

  Threads threads_;
  TeamShape shape_;
  int row_, rank_;
  int distance_;      // of neighbouring members, in threads
  int in_warp_;       // members in the same warp, with consecutive ranks
  int warp_, warps_;  // of those with members
  bool is_idle_ = false, is_second_ = false;
};

// The work of each thread of a block for rows.
template <class Threads, class Body>
KASSAY_BOTH void do_rows(Threads threads, TeamShape shape, const Body& body, long long count,
                         long long block, long long blocks) {
  Team<Threads> team(threads, shape);
  for (long long first = block * shape.rows; first < count; first += blocks * shape.rows)
    body(team, team.take(first, count));
}

}  // namespace kassay::optimized::device
