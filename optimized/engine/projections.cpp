#include "optimized/engine/projections.h"

#include <map>
#include <string>
#include <utility>

#include "optimized/engine/views.h"
#include "reference/runtime/kernel.h"

namespace kassay::optimized::engine {
namespace {

// One of the products: the place of its call, and where its rows are among those of the array.
struct Projection {
  std::size_t place;
  View::Lines lines;
  std::int64_t rows;
};
// Of one array with one matrix.
struct Group {
  const Origin* origin;
  std::vector<Projection> projections;
  std::int64_t rows = 0;
};

std::int64_t row_count(const Shape& shape) { return element_count(shape) / shape.back(); }

bool is_product_of_matrices(const Call& call) {
  return call.function() == "dot" && !call.types.empty() && call.open.size() == 2 &&
         call.given[0].rank() == 2 && call.given[1].rank() == 2 &&
         is_floating(call.given[0].dtype) && call.given[0].dtype == call.given[1].dtype &&
         element_count(call.given[0].shape) > 0 && element_count(call.types.front().shape) > 1;
}

Call whole_product(const Origin& origin, const Call& part, const Level& level, std::size_t slot) {
  static const std::string name = "dot";
  Shape shape = origin.type.shape;
  shape.back() = part.types.front().shape.back();
  Call product = made_call(*reference::find_signature(name), reference::find_kernel(name), level,
                           part, {origin.source, part.arguments[1]}, {}, slot,
                           {part.types.front().dtype, std::move(shape)});
  product.given = {origin.type, part.given[1]};
  return product;
}

// From the whole product, whose rows have as many elements as those of the part.
Move move_to_part(const Projection& projection, std::int64_t columns) {
  return {{},
          {{projection.rows, projection.lines.step * columns, columns}, {columns, 1, 1}},
          projection.lines.first * columns,
          0};
}

}  // namespace

std::vector<Call> with_joined_projections(std::vector<Call> calls,
                                          const std::vector<bool>& read_later, const Level& level,
                                          std::size_t& slot_count) {
  const auto origins = origins_of(calls);
  if (origins.empty()) return calls;
  const auto readers = movable_readers(calls, read_later);
  std::map<std::pair<std::ptrdiff_t, std::ptrdiff_t>, Group>
      groups;  // by the slots of array and matrix
  for (std::size_t place = 0; place < calls.size(); ++place) {
    const Call& call = calls[place];
    if (!is_product_of_matrices(call) || !readers.contains(call.first_slot)) continue;
    const auto origin = origins.find(static_cast<std::size_t>(call.arguments[0].slot));
    if (origin == origins.end()) continue;
    const Shape& shape = call.given[0].shape;
    const auto view = View::of(origin->second.move, shape, shape);
    const auto lines = view ? view->lines(shape) : std::nullopt;
    if (!lines || origin->second.type.shape.back() != shape.back()) continue;
    Group& group = groups[{origin->second.source.slot, call.arguments[1].slot}];
    group.origin = &origin->second;
    group.projections.push_back({place, *lines, shape[0]});
    group.rows += shape[0];
  }
  std::map<std::size_t, Call> products;  // by the place of the first part
  std::vector<bool> is_part(calls.size());
  for (const auto& [operands, group] : groups) {
    if (group.projections.size() < 2 || 2 * group.rows < row_count(group.origin->type.shape))
      continue;
    reference::Plan::Source product;
    product.slot = static_cast<std::ptrdiff_t>(slot_count++);
    const std::size_t first = group.projections.front().place;
    products.emplace(first, whole_product(*group.origin, calls[first], level,
                                          static_cast<std::size_t>(product.slot)));
    for (const Projection& projection : group.projections) {
      const Call& part = calls[projection.place];
      const Move move = move_to_part(projection, part.types.front().shape.back());
      is_part[projection.place] = redirect(readers.at(part.first_slot), product, move);
    }
  }
  std::vector<Call> result;
  for (std::size_t place = 0; place < calls.size(); ++place) {
    if (const auto product = products.find(place); product != products.end())
      result.push_back(std::move(product->second));
    if (!is_part[place]) result.push_back(std::move(calls[place]));
  }
  return result;
}

}  // namespace kassay::optimized::engine
