// Makes layouts, and gathers elements through them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "optimized/layout.h"
#include "optimized/notes.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Adds an innermost dimension to a layout of rank 0 or more; if it continues the last one, both become one. False if there is no space for
// it.
bool add_dimension(Layout& layout, const Layout::Dimension& dimension);

// The layout of an array of shape `own` that broadcasts to shape `whole`. None if it needs more dimensions than a layout has.
std::optional<Layout> broadcast(const Shape& own, const Shape& whole);
// The layout of an array from which the move makes one of shape `own` that broadcasts to shape `whole`. Also none if the move reads the
// array in another order.
std::optional<Layout> moved(const Path& move, const Shape& own, const Shape& whole);

// For layouts that are neither whole nor single:
// Whether they consist of all elements of the array in order, if the array has as many.
bool is_in_order(const Layout& layout);
// Whether neighbours in the last dimension are neighbours in the array, or the same element.
bool has_runs(const Layout& layout);
// The number of elements after which they repeat; none if they do not.
std::optional<std::int64_t> period(const Layout& layout);
// Writes `count` elements from number `first` on to `to`.
void gather(const Layout& layout, const std::byte* from, std::size_t element_size,
            std::int64_t first, std::int64_t count, std::byte* to);

}  // namespace kassay::optimized
