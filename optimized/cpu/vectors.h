// The widest vectors of the level, for loops with sums in registers.
#pragma once

#include <cstdint>

namespace kassay::optimized {

#if defined(__AVX512F__)
inline constexpr std::int64_t kVectorBytes = 64, kVectorRegisters = 32;
#elif defined(__AVX__)
inline constexpr std::int64_t kVectorBytes = 32, kVectorRegisters = 16;
#elif defined(__ARM_NEON)
inline constexpr std::int64_t kVectorBytes = 16, kVectorRegisters = 32;
#else
inline constexpr std::int64_t kVectorBytes = 16, kVectorRegisters = 16;
#endif

template <class T>
inline constexpr std::int64_t kVectorLanes = kVectorBytes / std::int64_t{sizeof(T)};

template <class T, std::int64_t kBytes = kVectorBytes>
struct VectorOf {
  // Reads and writes at any address of an element.
  using Type [[gnu::vector_size(kBytes), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
};
template <class T>
using Vector = typename VectorOf<T>::Type;

template <class T>
const Vector<T>& vector_at(const T* elements) {
  return *reinterpret_cast<const Vector<T>*>(elements);
}
template <class T>
Vector<T>& vector_at(T* elements) {
  return *reinterpret_cast<Vector<T>*>(elements);
}

}  // namespace kassay::optimized
