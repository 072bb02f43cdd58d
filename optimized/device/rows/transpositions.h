// Moves of elements that are neighbours in one array and far apart in the other.
#pragma once

#include "optimized/device/bodies/listed.h"
#include "optimized/layout.h"

namespace kassay::optimized::device {

// Matrices with contiguous rows in x and contiguous columns in y, moved in tiles of kElements.
struct Transposition {
  static constexpr int kElements = 2048, kSide = 32;

  Layout from, to;  // where the matrices begin in x and y
  long long rows, columns;
  long long row_stride, column_stride;    // between rows in x and between columns in y
  int tile_rows_bits, tile_columns_bits;  // log2 of the size of a tile

  KASSAY_BOTH int tile_rows() const { return 1 << tile_rows_bits; }
  KASSAY_BOTH int tile_columns() const { return 1 << tile_columns_bits; }
  KASSAY_BOTH long long tiles_along_row() const {
    return (columns + tile_columns() - 1) >> tile_columns_bits;
  }
  KASSAY_BOTH long long tiles_along_column() const {
    return (rows + tile_rows() - 1) >> tile_rows_bits;
  }
};

// A row is a tile: it is read along rows, and written along columns.
template <class Bits>
struct TransposeRows {
  static constexpr const char* kName = "transposition";
  // One extra column, so that the elements of a column are in different banks.
  static constexpr int kRoomBytes = Transposition::kElements * 3 / 2 * sizeof(Bits);
  const Bits* x;
  Bits* y;
  Transposition at;
  template <class Team>
  KASSAY_BOTH void operator()(Team& team, long long tile) const {
    const long long across = at.tiles_along_row(), down = at.tiles_along_column();
    const long long first_column = tile % across << at.tile_columns_bits;
    const long long first_row = tile / across % down << at.tile_rows_bits;
    const long long matrix = tile / across / down;
    const long long rows = at.rows - first_row,
                    columns = at.columns - first_column;  // the rest
    const Bits* const from = x + at.from.place(matrix) + first_row * at.row_stride + first_column;
    Bits* const to = y + at.to.place(matrix) + first_column * at.column_stride + first_row;
    Bits* const room = team.template room<Bits>();
    const int pitch = at.tile_columns() + 1;
    team.make(
        Transposition::kElements,
        [&](long long i) {
          const int row = static_cast<int>(i) >> at.tile_columns_bits;
          const int column = static_cast<int>(i) & (at.tile_columns() - 1);
          return row < rows && column < columns ? from[row * at.row_stride + column] : Bits{0};
        },
        [&](long long i, Bits element) {
          const int row = static_cast<int>(i) >> at.tile_columns_bits;
          const int column = static_cast<int>(i) & (at.tile_columns() - 1);
          room[row * pitch + column] = element;
        });
    team.each(Transposition::kElements, [&](long long i) {
      const int column = static_cast<int>(i) >> at.tile_rows_bits;
      const int row = static_cast<int>(i) & (at.tile_rows() - 1);
      if (row < rows && column < columns)
        to[column * at.column_stride + row] = room[row * pitch + column];
    });
  }
};

using TranspositionRowBodies =
    Listed<TransposeRows<unsigned char>, TransposeRows<unsigned short>, TransposeRows<unsigned int>,
           TransposeRows<unsigned long long>>;

}  // namespace kassay::optimized::device
