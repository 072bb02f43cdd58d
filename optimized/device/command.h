// Commands for a device. They contain addresses, so a program makes them once and runs them many times, in their order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "optimized/device/bodies.h"
#include "optimized/device/rows.h"
#include "optimized/formula.h"
#include "optimized/layout.h"
#include "optimized/windows.h"
#include "spec/lib/dtype.h"

namespace kassay::optimized::device {

struct Copy {
  const std::byte* from;
  std::byte* to;
  std::size_t bytes;
};

struct Zero {
  std::byte* to;
  std::size_t bytes;
};

// Runs body(i) for each i below `count`, in any order.
struct Each {
  Body body;
  std::int64_t count;
};

// Runs body(team, row) for each row below `count`, in any order, with a team of threads for each row. `length`: the approximate number of
// elements in a row.
struct Rows {
  RowBody body;
  std::int64_t count, length;
};

// Element-wise calls: intermediate results stay in registers.
struct Chain {
  struct Input {
    const std::byte* data;
    DType dtype;
    Layout layout;
    bool operator==(const Input&) const = default;
  };
  struct Source {
    bool is_statement;  // false: an input
    std::size_t number;
  };
  // Rounds its result to the dtype. A statement whose formula is only its operand converts.
  struct Statement {
    std::shared_ptr<const Formula> formula;
    std::vector<Source> operands;  // a condition is of dtype bool
    DType computed;                // of the other operands
    DType result;
  };
  struct Output {
    std::size_t statement;
    std::byte* data;
  };

  std::vector<Input> inputs;
  std::vector<Statement> statements;
  std::vector<Output> outputs;
  std::int64_t count;
};

// C = A B for each product of a batch: `rows` x `terms` times `terms` x `columns`.
struct Product {
  struct Matrix {
    const std::byte* data;
    std::int64_t row_stride, column_stride;  // in elements; one of them is 1
    std::int64_t batch_stride;
  };
  DType dtype;
  std::int64_t batch, rows, terms, columns;
  Matrix a, b;
  std::byte* c;
  std::int64_t c_row_stride, c_batch_stride;  // its columns are contiguous
};

// A correlation with windows: `images` are (samples, places..., channels), `results` (samples, counts..., filters), and `kernel` is
// (sizes..., channels, filters). If it is depthwise, the filters are channels x multiplier, and the kernel is (sizes..., channels,
// multiplier).
struct Correlation {
  enum class Kind {
    kForward,
    kToImages,
    kToKernel
  } kind;  // the array to compute from the other two
  DType dtype;
  bool is_depthwise;
  WindowGeometry windows;
  std::int64_t filters;
  std::byte *images, *kernel, *results;
  bool kernel_stays = false;  // unchanged until Recording::forget_kernels()

  // The last dimension of the kernel.
  std::int64_t multiplier() const { return is_depthwise ? filters / windows.channels : filters; }
  std::int64_t kernel_elements() const {
    return windows.elements() * windows.channels * multiplier();
  }
};

using Command = std::variant<Copy, Zero, Each, Rows, Chain, Product, Correlation>;

// "copy of 12 bytes", "product 3 x 4 x 5 of float32".
std::string to_string(const Command& command);

}  // namespace kassay::optimized::device
