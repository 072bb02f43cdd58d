// The only access to OpenBLAS, which multiplies matrices.
//
// It is loaded on demand, first when an interpreter describes itself: $KASSAY_OPENBLAS, or the library in ../lib next to the program's
// folder, or the system's. The caller provides threads (threads.h). Its products are correct for NaN and infinities,
// which a factor of 0 does not hide.
#pragma once

#include <cstdint>
#include <string>

namespace kassay::optimized {

// Which of the two computes matrix products that both tiles (cpu/tiled_product.h) and OpenBLAS support: the faster one, or always the same
// one.
enum class Products { kFaster, kTiles, kBlas };
// Applies from now on, to all threads.
void set_products(Products products);
Products products();

// "OpenBLAS 0.3.34 SkylakeX"; empty if there is none. Throws std::runtime_error if $KASSAY_OPENBLAS is not such a library.
std::string blas_description();

// Whether OpenBLAS should multiply matrices of these sizes. `vector_bytes`: of the tiles, which need not reorder the right matrix if it
// `is_packed`.
bool takes_blas(std::int64_t rows, std::int64_t columns, std::int64_t terms,
                std::int64_t vector_bytes, bool is_packed);

// The element (i, j) is at i * stride + j, or at j * stride + i if it is transposed.
template <class T>
struct BlasMatrix {
  const T* elements;
  std::int64_t stride;
  bool is_transposed;
};

// result = x y, in row-major order. float and double. Precondition: takes_blas().
template <class T>
void multiply_with_blas(std::int64_t rows, std::int64_t columns, std::int64_t terms,
                        const BlasMatrix<T>& x, const BlasMatrix<T>& y, T* result,
                        std::int64_t result_stride);

}  // namespace kassay::optimized
