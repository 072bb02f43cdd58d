// The threads of a block as a team (optimized/device/rows.h).
#pragma once

namespace kassay::optimized::cuda {

// Every member calls the same functions, in the same order.
template <int kThreads>
class Block {
 public:
  // `room`: shared memory, kThreads times 16 bytes.
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
    const long long length = (n + kThreads - 1) / kThreads;
    const long long begin = min(n, rank() * length), end = min(n, begin + length);
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

}  // namespace kassay::optimized::cuda
