// The threads of a block as a team (rows.h), in CUDA C++: fibers.h makes it C++ for the emulated device.
#pragma once

#ifndef __CUDACC__
#include "optimized/device/fibers.h"
#endif

namespace kassay::optimized::device {

// Every member calls the same functions, in the same order.
template <int kThreads>
class Block {
 public:
  static constexpr int kRoom = kThreads * 16;

  // `room`: shared memory, kRoom bytes that are aligned to 16.
  __device__ explicit Block(unsigned char* room) : room_(room) {}

  __device__ int size() const { return kThreads; }
  __device__ int rank() const { return static_cast<int>(threadIdx.x); }

  template <class F>
  __device__ void each(long long n, F&& f) {
    for (long long i = rank(); i < n; i += kThreads) f(i);
    __syncthreads();
  }

  template <class A, class F, class Combine>
  __device__ A reduce(long long n, A identity, F&& f, Combine&& combine) {
    A held = identity;
    for (long long i = rank(); i < n; i += kThreads) held = combine(held, f(i));
    A* const all = room<A>();
    all[rank()] = held;
    for (int half = kThreads / 2; half > 0; half /= 2) {
      __syncthreads();
      if (rank() < half) all[rank()] = combine(all[rank()], all[rank() + half]);
    }
    __syncthreads();
    const A result = all[0];
    __syncthreads();
    return result;
  }

  // Parts of neighbours, one for each member: what is before a part follows from the totals of the parts.
  template <class A, class F, class Combine, class Store>
  __device__ void scan(long long n, A identity, F&& f, Combine&& combine, Store&& store_one) {
    const long long length = (n + kThreads - 1) / kThreads, first = rank() * length;
    const long long begin = first < n ? first : n, end = n - begin < length ? n : begin + length;
    A held = identity;
    for (long long i = begin; i < end; ++i) held = combine(held, f(i));
    A* const all = room<A>();
    all[rank()] = held;
    __syncthreads();
    A before = identity;
    for (int other = 0; other < rank(); ++other) before = combine(before, all[other]);
    for (long long i = begin; i < end; ++i) {
      before = combine(before, f(i));
      store_one(i, before);
    }
    __syncthreads();
  }

 private:
  template <class A>
  __device__ A* room() {
    static_assert(sizeof(A) <= 16);
    return reinterpret_cast<A*>(room_);
  }

  unsigned char* room_;
};

// What a thread of a block does for rows: each block has every gridDim.x-th one.
template <int kThreads, class Body>
__device__ void do_rows(const Body& body, long long count, unsigned char* room) {
  Block<kThreads> team(room);
  for (long long row = blockIdx.x; row < count; row += gridDim.x) body(team, row);
}

}  // namespace kassay::optimized::device
