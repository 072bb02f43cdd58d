// Settings of the false cuBLASLt for tests.
#pragma once

namespace kassay::optimized::cuda::false_libraries {

// Whether cuBLASLt finds no algorithm for any problem.
void refuse_products(bool whether);

}  // namespace kassay::optimized::cuda::false_libraries
