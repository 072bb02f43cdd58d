#include "optimized/blas.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "optimized/threads.h"

namespace kassay::optimized {
namespace {

namespace fs = std::filesystem;

constexpr char kVariable[] = "KASSAY_OPENBLAS";
constexpr char kThreads[] = "OPENBLAS_NUM_THREADS";
// PyPI's scipy-openblas32, whose names have this prefix, and the OpenBLAS of Debian and others.
constexpr char kPackaged[] = "libscipy_openblas.so", kOfSystem[] = "libopenblas.so.0";
constexpr char kPrefix[] = "scipy_";

// The values of cblas.h.
constexpr int kRowMajor = 101, kAsItIs = 111, kTransposed = 112;
template <class T>
using Gemm = void (*)(int order, int x_transposed, int y_transposed, int rows, int columns,
                      int terms, T alpha, const T* x, int x_stride, const T* y, int y_stride,
                      T beta, T* result, int result_stride);

struct Library {
  Gemm<float> sgemm = nullptr;
  Gemm<double> dgemm = nullptr;
  std::string description, fault;  // why the named file is not a library
};

// When loaded, it starts as many threads as this variable says.
void* open_without_threads(const std::string& path) {
  const char* const set = std::getenv(kThreads);
  const std::string before = set == nullptr ? "" : set;
  setenv(kThreads, "1", 1);
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (set == nullptr) {
    unsetenv(kThreads);
  } else {
    setenv(kThreads, before.c_str(), 1);
  }
  return library;
}

// Function: a pointer to a function.
template <class Function>
bool find(void* library, const std::string& name, Function& function) {
  void* found = dlsym(library, (kPrefix + name).c_str());
  if (found == nullptr) found = dlsym(library, name.c_str());
  function = reinterpret_cast<Function>(found);
  return found != nullptr;
}

// "0.3.34.481.3" of "OpenBLAS 0.3.34.481.3 DYNAMIC_ARCH ..."
std::string version_in(const std::string& configuration) {
  const std::size_t begin = configuration.find(' ') + 1;
  return configuration.substr(begin, configuration.find(' ', begin) - begin);
}

// The description is empty if the library cannot be opened or lacks a function.
Library opened(const std::string& path) {
  Library library;
  void* const handle = open_without_threads(path);
  if (handle == nullptr) {
    library.fault = dlerror();
    return library;
  }
  char* (*configuration)() = nullptr;
  char* (*core)() = nullptr;
  if (!find(handle, "cblas_sgemm", library.sgemm) || !find(handle, "cblas_dgemm", library.dgemm) ||
      !find(handle, "openblas_get_config", configuration) ||
      !find(handle, "openblas_get_corename", core)) {
    library = {};
    library.fault = path + " is not OpenBLAS";
    return library;
  }
  library.description = "OpenBLAS " + version_in(configuration()) + " " + core();
  return library;
}

// The file with this code: the program, or the Python module, next to whose folder the library is installed.
std::array<fs::path, 2> folders() {
  Dl_info here{};
  std::error_code ignored;
  dladdr(reinterpret_cast<const void*>(&folders), &here);
  const fs::path file = fs::canonical(here.dli_fname == nullptr ? "" : here.dli_fname, ignored);
  return {file.parent_path().parent_path() / "lib", file.parent_path() / "installed" / "lib"};
}

Library loaded() {
  const char* const named = std::getenv(kVariable);
  if (named != nullptr && *named != '\0') return opened(named);
  for (const fs::path& folder : folders()) {
    std::error_code ignored;
    if (!fs::exists(folder / kPackaged, ignored)) continue;
    if (Library library = opened((folder / kPackaged).string()); library.fault.empty())
      return library;
  }
  Library library = opened(kOfSystem);
  library.fault.clear();  // it was not named explicitly
  return library;
}

const Library& library() {
  static const Library library = loaded();
  return library;
}

std::atomic<Products>& chosen() {
  static std::atomic<Products> products = Products::kFaster;
  return products;
}

// Parts of `count` rows or columns. They do not depend on the number of threads, so that it does not change a bit.
std::int64_t parts_of(std::int64_t count) {
  const std::int64_t part = std::clamp<std::int64_t>(count / 2, 64, 512);
  return std::max<std::int64_t>(1, count / part);
}

// Where OpenBLAS is faster than the tiles, measured by `./run bench products` (figures in README.md). It is slower for many rows with few
// columns, for many terms and few results, for few terms, and for large matrices compared with tiles of 64-byte vectors. With a packed
// right matrix it is faster only for large matrices, compared with tiles of shorter vectors. Tiles of short vectors are meant to be right,
// not fast.
constexpr double kLeastWork = 0x1p15, kLargeWork = 0x1p29;  // multiply-adds
constexpr std::int64_t kFew = 64, kManyTerms = 4096, kManyResults = 1 << 18;
constexpr std::int64_t kWideVector = 64, kShortVector = 16;  // bytes
bool is_faster(std::int64_t rows, std::int64_t columns, std::int64_t terms,
               std::int64_t vector_bytes, bool is_packed) {
  const double work =
      static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(terms);
  const bool is_large = work >= kLargeWork;
  if (work < kLeastWork) return false;
  if (vector_bytes <= kShortVector) return true;
  if (is_packed) return is_large && vector_bytes < kWideVector;
  if (columns <= kFew && (rows > kFew || terms > kManyTerms)) return false;
  if (terms <= kFew && rows * columns >= kManyResults) return false;
  return !is_large || vector_bytes < kWideVector;
}

}  // namespace

void set_products(Products products) { chosen() = products; }
Products products() { return chosen(); }

std::string blas_description() {
  const Library& it = library();
  if (!it.fault.empty())
    throw std::runtime_error(std::string("$") + kVariable + ": " + it.fault +
                             ": name OpenBLAS, or leave the variable unset");
  return it.description;
}

bool takes_blas(std::int64_t rows, std::int64_t columns, std::int64_t terms,
                std::int64_t vector_bytes, bool is_packed) {
  if (products() == Products::kTiles || rows < 2 || columns < 2 || terms < 1) return false;
  if (std::max({rows, columns, terms}) > std::numeric_limits<int>::max() / 2) return false;
  const bool takes =
      products() == Products::kBlas || is_faster(rows, columns, terms, vector_bytes, is_packed);
  return takes && library().sgemm != nullptr;
}

template <class T>
void multiply_with_blas(std::int64_t rows, std::int64_t columns, std::int64_t terms,
                        const BlasMatrix<T>& x, const BlasMatrix<T>& y, T* result,
                        std::int64_t result_stride) {
  Gemm<T> gemm;
  if constexpr (std::is_same_v<T, float>) {
    gemm = library().sgemm;
  } else {
    gemm = library().dgemm;
  }
  const std::int64_t row_parts = parts_of(rows), column_parts = parts_of(columns);
  on_threads(row_parts * column_parts, [&](std::int64_t part) {
    const std::int64_t r = part / column_parts, c = part % column_parts;
    const std::int64_t row = rows * r / row_parts, column = columns * c / column_parts;
    const auto height = static_cast<int>(rows * (r + 1) / row_parts - row);
    const auto width = static_cast<int>(columns * (c + 1) / column_parts - column);
    gemm(kRowMajor, x.is_transposed ? kTransposed : kAsItIs,
         y.is_transposed ? kTransposed : kAsItIs, height, width, static_cast<int>(terms), T{1},
         x.elements + (x.is_transposed ? row : row * x.stride), static_cast<int>(x.stride),
         y.elements + (y.is_transposed ? column * y.stride : column), static_cast<int>(y.stride),
         T{0}, result + row * result_stride + column, static_cast<int>(result_stride));
  });
}

template void multiply_with_blas(std::int64_t, std::int64_t, std::int64_t, const BlasMatrix<float>&,
                                 const BlasMatrix<float>&, float*, std::int64_t);
template void multiply_with_blas(std::int64_t, std::int64_t, std::int64_t,
                                 const BlasMatrix<double>&, const BlasMatrix<double>&, double*,
                                 std::int64_t);

}  // namespace kassay::optimized
