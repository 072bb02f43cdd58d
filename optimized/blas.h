// The one door to OpenBLAS, which multiplies matrices.
//
// It is loaded when it is asked for, first when an interpreter tells what it computes with: $KASSAY_OPENBLAS, or the one in ../lib beside the program, or that of the system. It has no threads
// of its own: the caller's are those of threads.h. Its products are right for NaN and infinities, which a factor of 0 does not hide.
#pragma once

#include <cstdint>
#include <string>

namespace kassay::optimized {

// What computes products of matrices that both tiles (cpu/tiled_product.h) and OpenBLAS can: whatever is faster, or one of them alone.
enum class Products { kFaster, kTiles, kBlas };
// From now on; for all threads.
void set_products(Products products);
Products products();

// "OpenBLAS 0.3.34 SkylakeX"; empty where there is none. Throws std::runtime_error where $KASSAY_OPENBLAS is no such library.
std::string blas_description();

// Whether OpenBLAS is to multiply matrices of these sizes. `vector_bytes`: of the tiles, which find the right matrix in their order if it
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
