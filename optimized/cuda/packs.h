// Adjacent elements that a thread of a chain loads and stores together: a part of each program that NVRTC compiles.
#pragma once

#include "optimized/layout.h"

namespace kassay::optimized::device {

template <class T, int kWidth>
struct alignas(sizeof(T) * kWidth < 16 ? sizeof(T) * kWidth : 16) Pack {
  T elements[kWidth];
};

template <int kWidth, class T>
KASSAY_BOTH inline Pack<T, kWidth> neighbours(const T* from) {
  return *reinterpret_cast<const Pack<T, kWidth>*>(from);
}
template <int kWidth, class T>
KASSAY_BOTH inline void store_neighbours(T* to, const Pack<T, kWidth>& pack) {
  *reinterpret_cast<Pack<T, kWidth>*>(to) = pack;
}

// Load elements of the array through the layout, from element number i of the whole on: adjacent ones; elements of one row, perhaps all the
// same; elements of several rows.
template <int kWidth, int kRank, class T, class Places, class Index>
KASSAY_BOTH inline Pack<T, kWidth> neighbours_of_row(const T* from, const Places& places, Index i) {
  const auto place = places.template place_of<kRank>(i);
  if (place < 0) return {};
  return neighbours<kWidth>(from + place);
}
template <int kWidth, int kRank, class T, class Places, class Index>
KASSAY_BOTH inline Pack<T, kWidth> elements_of_row(const T* from, const Places& places, Index i) {
  const auto place = places.template place_of<kRank>(i), stride = places.stride_of(kRank - 1);
  Pack<T, kWidth> pack = {};
  if (place < 0) return pack;
#pragma unroll
  for (int e = 0; e < kWidth; ++e) pack.elements[e] = from[place + e * stride];
  return pack;
}
template <int kWidth, int kRank, class T, class Places, class Index>
KASSAY_BOTH inline Pack<T, kWidth> repeated(const T* from, const Places& places, Index i) {
  const auto place = places.template place_of<kRank>(i);
  const T element = place < 0 ? T{} : from[place];
  Pack<T, kWidth> pack;
#pragma unroll
  for (int e = 0; e < kWidth; ++e) pack.elements[e] = element;
  return pack;
}
template <int kWidth, int kRank, class T, class Places, class Index>
KASSAY_BOTH inline Pack<T, kWidth> elements(const T* from, const Places& places, Index i) {
  Pack<T, kWidth> pack = {};
#pragma unroll
  for (int e = 0; e < kWidth; ++e) {
    const auto place = places.template place_of<kRank>(i + e);
    if (place >= 0) pack.elements[e] = from[place];
  }
  return pack;
}

}  // namespace kassay::optimized::device
