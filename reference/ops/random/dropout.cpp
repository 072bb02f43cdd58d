#include <optional>

#include "reference/arrays/axes.h"
#include "reference/graph/session.h"
#include "reference/ops/random/drawing.h"
#include "spec/lib/error.h"

namespace kassay::reference::dropout_op {
namespace {

// dropout.noise-shape, dropout.noise-shape-tensor: the shape of the flags; none: the shape of x
Value shape_of_flags(const Symbol& x, const Value& noise_shape, Session& session) {
  if (noise_shape.is_none()) return session.apply("shape", {Handle(x)}).front();
  const Value known = map_symbols(noise_shape, [](const Symbol& size) {
    return size->known() != nullptr ? *size->known() : Value(Handle(size));
  });
  Dimensions flags;
  unpack(known, "noise_shape", flags);
  const StaticType& type = x->type();
  if (!type.is_complete()) throw NotStatic{"noise_shape is to fit " + x->describe()};
  // dropout.noise-shape-misfit
  if (broadcast_shapes(flags.sizes, *type.shape) != *type.shape) {
    throw ApiError(ErrorKind::kValue,
                   "noise_shape " + to_string(flags.sizes) + " for " + x->describe());
  }
  return noise_shape;
}

std::vector<StaticType> type_of_x(const Symbol& x, double /*level*/, const Value& /*noise_shape*/,
                                  const Value& /*seed*/) {
  return {x->type()};
}

// dropout.shape, dropout.signature-ja; dropout.always: the learning phase has no effect
Value dropout(const Symbol& x, double level, const Value& noise_shape, const Value& seed,
              Session* session) {
  // dropout.level-range
  if (!(level >= 0 && level < 1)) {
    throw mismatch(ErrorKind::kValue, "level", "a number from 0 on and below 1", level);
  }
  // dropout.level-zero
  if (level == 0) return session->apply("identity", {Handle(x), None{}}).front();
  const std::string dtype(dtype_name(x->type().dtype));
  // dropout.independent, dropout.once, dropout.seed, dropout.other-seed
  const Value kept = session
                         ->apply("random_binomial",
                                 {shape_of_flags(x, noise_shape, *session), 1 - level, dtype, seed})
                         .front();
  // dropout.drop, dropout.scale, dropout.gradient
  const Value scaled = session->apply("operator.truediv", {Handle(x), 1 - level}).front();
  const Value zeros = session->apply("zeros_like", {Handle(x)}).front();
  return session->apply("internal.select", {kept, scaled, zeros}).front();
}

}  // namespace

Kernel kernel() { return define_unrolled(type_of_x, dropout); }

}  // namespace kassay::reference::dropout_op
