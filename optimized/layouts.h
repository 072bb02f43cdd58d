// How layouts are made, and elements gathered by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "optimized/layout.h"
#include "optimized/notes.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Adds an innermost dimension to one of rank 0 or more, or makes one of it and the last where they continue each other. False where there
// is no room for it.
bool add_dimension(Layout& layout, const Layout::Dimension& dimension);

// Of an array of the shape `own` that broadcasts to the shape `whole`. None with more dimensions than a layout has.
std::optional<Layout> broadcast(const Shape& own, const Shape& whole);
// Of an array of which the move makes one of the shape `own` that broadcasts to the shape `whole`. None also where it leads through this in
// another order.
std::optional<Layout> moved(const Path& move, const Shape& own, const Shape& whole);

// Of one that is neither whole nor single:
// Whether the array has no other elements, in their order, if it has as many.
bool is_in_order(const Layout& layout);
// Whether neighbours in the last dimension are neighbours there, or the same.
bool has_runs(const Layout& layout);
// The number of elements after which they repeat; none if they do not.
std::optional<std::int64_t> period(const Layout& layout);
// Writes `count` elements from number `first` on to `to`.
void gather(const Layout& layout, const std::byte* from, std::size_t element_size,
            std::int64_t first, std::int64_t count, std::byte* to);

}  // namespace kassay::optimized
