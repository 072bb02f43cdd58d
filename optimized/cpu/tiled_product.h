// Matrix products in tiles whose sums stay in registers: used by dot, batch_dot and the convolutions.
//
// The right operand is packed into panels, which a tile reads in order. The left one is read in place: a row consists of runs at any
// places, so that windows of an image are multiplied without being copied. The order of additions for an element of the result depends only
// on its terms: neither threads nor the rest of the matrix change a bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace kassay::optimized {

inline constexpr std::int64_t kTileRows = 6;

// A right operand of terms x columns.
template <class T>
class Panels {
 public:
  // The element at (term, column) is from[term * term_stride + column * column_stride]. Parts that already are panels there are used in
  // place.
  Panels(const T* from, std::int64_t terms, std::int64_t columns, std::int64_t term_stride,
         std::int64_t column_stride);
  // fill(column, columns, width, to) writes the panel that begins with column `column`: terms x width elements, with zeros behind its
  // columns.
  using Fill =
      std::function<void(std::int64_t column, std::int64_t columns, std::int64_t width, T* to)>;
  Panels(std::int64_t terms, std::int64_t columns, const Fill& fill);
  // The panels that another operand has packed at `packed`.
  static Panels at(const T* elements, std::int64_t terms, std::int64_t columns);

  std::int64_t terms() const { return terms_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t count() const;
  // The first element of a panel, which is terms x its width.
  const T* panel(std::int64_t number) const;
  // The columns of a panel, padded to whole vectors.
  std::int64_t width(std::int64_t number) const;
  // The number of elements in all panels.
  std::int64_t size() const;
  // The memory of the panels; null if they are used in place.
  const std::shared_ptr<std::byte>& memory() const { return memory_; }

 private:
  Panels() = default;

  std::int64_t terms_ = 0, columns_ = 0;
  std::shared_ptr<std::byte> memory_;
  const T* elements_ = nullptr;
};

// A left operand, and the places of its products.
template <class T>
struct Rows {
  std::int64_t count = 0;
  std::int64_t runs = 1;    // of a row
  std::int64_t length = 0;  // of a run, in terms
  std::int64_t room = 0;    // elements that `locate` needs for a row
  // Locates `count` rows (at most kTileRows) from number `row` on: sets runs[run * kTileRows + i] to the first element of a run of row `row
  // + i`, and results[i] to the first element of its row of the result. `room` has space for rows that must be gathered.
  std::function<void(std::int64_t row, std::int64_t count, const T** runs, T** results, T* room)>
      locate;
};

// Computes the product of both, which have equally many terms; without terms it is zero.
template <class T>
void multiply(const Rows<T>& left, const Panels<T>& right);

// Terms added up in registers before they go to the result: 64 KiB of a panel.
inline constexpr std::int64_t kTerms = 256;

// A left operand that is read along its columns: a term has one element for each row, and these are contiguous in runs.
template <class T>
struct Columns {
  std::int64_t count = 0;   // the terms
  std::int64_t runs = 1;    // of a term
  std::int64_t length = 0;  // of a run, in rows
  std::int64_t room = 0;    // elements that `locate` needs for a term
  // Locates `count` terms (at most kTerms) from number `term` on: sets runs[run * kTerms + i] to the first element of a run of term `term +
  // i`. `room` has space for terms that must be gathered.
  std::function<void(std::int64_t term, std::int64_t count, const T** runs, T* room)> locate;
};

// The right operand of such a product, which has too many terms to be packed at once: a matrix whose lines begin `stride` elements apart.
template <class T>
struct Terms {
  const T* from = nullptr;
  std::int64_t columns = 0, stride = 0;
};

// Computes the product of both, which have equally many terms, into rows that begin `stride` elements apart.
template <class T>
void multiply(const Columns<T>& left, const Terms<T>& right, T* result, std::int64_t stride);

}  // namespace kassay::optimized
