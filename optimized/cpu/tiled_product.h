// Products of matrices in tiles whose sums stay in registers: the engine of dot, batch_dot and the convolutions.
//
// The right operand is packed into panels, which a tile reads in order. The left one is read where it is: a row consists of runs,
// wherever they lie, so that the windows of an image are multiplied without being copied. Each element of the result is added up in
// an order that depends on its terms alone: neither threads nor the rest of the matrix change a bit.
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
  // The element at (term, column) is from[term * term_stride + column * column_stride]. What is a panel there is used there.
  Panels(const T* from, std::int64_t terms, std::int64_t columns, std::int64_t term_stride,
         std::int64_t column_stride);
  // fill(column, columns, width, to) writes the panel that begins with column `column`: terms x width elements, zeros behind its columns.
  using Fill =
      std::function<void(std::int64_t column, std::int64_t columns, std::int64_t width, T* to)>;
  Panels(std::int64_t terms, std::int64_t columns, const Fill& fill);
  // Those that another one packed there.
  static Panels at(const T* elements, std::int64_t terms, std::int64_t columns);

  std::int64_t terms() const { return terms_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t count() const;
  // The first element of a panel, which is terms x its width.
  const T* panel(std::int64_t number) const;
  // The columns of a panel with those that fill it up: whole vectors.
  std::int64_t width(std::int64_t number) const;
  // Elements of all panels.
  std::int64_t size() const;
  // Where they are; null where they were panels before.
  const std::shared_ptr<std::byte>& memory() const { return memory_; }

 private:
  Panels() = default;

  std::int64_t terms_ = 0, columns_ = 0;
  std::shared_ptr<std::byte> memory_;
  const T* elements_ = nullptr;
};

// A left operand, and where its products go.
template <class T>
struct Rows {
  std::int64_t count = 0;
  std::int64_t runs = 1;    // of a row
  std::int64_t length = 0;  // of a run, in terms
  std::int64_t room = 0;    // that `locate` needs for a row, in elements
  // Says where `count` rows from number `row` on are, at most kTileRows: runs[run * kTileRows + i] is to be the first element of a run of
  // row `row + i`, and results[i] that of its row of the result. `room` is for the elements of rows that have to
  // be gathered.
  std::function<void(std::int64_t row, std::int64_t count, const T** runs, T** results, T* room)>
      locate;
};

// The product of both, whose terms are as many; without terms it is all zeros.
template <class T>
void multiply(const Rows<T>& left, const Panels<T>& right);

// Terms that are added up in registers before they go to the result: 64 KiB of a panel.
inline constexpr std::int64_t kTerms = 256;

// A left operand that is read along its columns: a term has an element of each row, and these lie beside each other in runs.
template <class T>
struct Columns {
  std::int64_t count = 0;   // the terms
  std::int64_t runs = 1;    // of a term
  std::int64_t length = 0;  // of a run, in rows
  std::int64_t room = 0;    // that `locate` needs for a term, in elements
  // Says where `count` terms from number `term` on are, at most kTerms: runs[run * kTerms + i] is to be the first element of a run of term
  // `term + i`. `room` is for the elements of terms that have to be gathered.
  std::function<void(std::int64_t term, std::int64_t count, const T** runs, T* room)> locate;
};

// The right operand of such a product, whose terms are too many to be packed at once: a matrix whose lines begin `stride` elements apart.
template <class T>
struct Terms {
  const T* from = nullptr;
  std::int64_t columns = 0, stride = 0;
};

// The product of both, whose terms are as many, into rows that begin `stride` elements apart.
template <class T>
void multiply(const Columns<T>& left, const Terms<T>& right, T* result, std::int64_t stride);

}  // namespace kassay::optimized
