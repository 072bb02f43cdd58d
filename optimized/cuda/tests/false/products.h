// What tests tell the false cuBLASLt.
#pragma once

namespace kassay::optimized::cuda::false_libraries {

// Whether cuBLASLt finds an algorithm for nothing.
void refuse_products(bool whether);

}  // namespace kassay::optimized::cuda::false_libraries
