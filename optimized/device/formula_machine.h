// Formulas computed on the host with the functions of functions.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "optimized/device/command.h"

namespace kassay::optimized::device {

// An element to compute with, or a condition.
using Cell = std::array<std::byte, 8>;

template <class T>
T get(const Cell& cell) {
  T x;
  std::memcpy(&x, cell.data(), sizeof x);
  return x;
}
template <class T>
Cell cell_of(T x) {
  Cell cell{};
  std::memcpy(cell.data(), &x, sizeof x);
  return cell;
}

// The result of a statement; the operands are in the order of the formula.
Cell evaluate(const Chain::Statement& statement, const std::vector<Cell>& operands);
// Converts between a stored element and the cell that represents it in computations.
Cell load(DType dtype, const std::byte* from);
void store(DType dtype, const Cell& cell, std::byte* to);

}  // namespace kassay::optimized::device
