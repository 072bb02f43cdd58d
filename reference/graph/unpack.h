// Converts a bound argument to the C++ type in a kernel's parameter list.
//
//   Array               a tensor's elements          TensorType         known type of a tensor
//   Tensor              a tensor as it is stored     std::vector<T>     a list of any of these
//   std::int64_t, double, bool, std::string, DType   plain values
//   std::optional<T>    None, or any of these        Axes               None, an int, or a list of int
//   Operand             number-or-tensor, inferred   Dimensions         a shape
//   BatchDimensions     the same, whose first dimension may be None
//   IntegerType         known type of a tensor of integers        WholeNumbers       whole numbers of any dtype
//   Nested              an array, a number or nested lists
//   Symbol              a tensor of the API     StaticType     its known type, maybe without a rank
//   Function            a function of the program
//   Value               anything, as it is given
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/arrays/argument.h"
#include "reference/arrays/axes.h"
#include "reference/graph/symbol.h"
#include "spec/lib/error.h"
#include "spec/lib/value.h"

namespace kassay::reference {

// The value of a shape argument: a list of ints, or an integer tensor of rank 1.
struct Dimensions {
  Shape sizes;
};

// The same, but the first dimension may be None, and sizes may depend on unknown values: kUnknown.
struct BatchDimensions {
  Shape sizes;
};

// What is known about a tensor whose elements are indices. Other dtypes are refused: a fraction is not an index.
struct IntegerType : TensorType {};

// Elements that are indices or counts, also of a floating dtype, because Keras feeds labels as floats. A fraction is an ApiError (value).
struct WholeNumbers : Array {};

// The value of an array argument: a tensor, a number, or nested lists of numbers of equal lengths.
struct Nested {
  Array array;
};

inline constexpr const char* kSizes =
    "a list or tuple of ints, or an integer tensor of rank 1";  // the accepted forms of a shape

// The elements of a tensor, or its rank, are needed but not known yet.
struct NotStatic {
  std::string reason;
};

// All throw ApiError (type) that names `argument`, and NotStatic for a tensor about which too little is known.
void unpack(const Value& value, const Place& argument,
            Array& result);  // also a number, as rank 0
void unpack(const Value& value, const Place& argument, Tensor& result);
void unpack(const Value& value, const Place& argument, TensorType& result);
void unpack(const Value& value, const Place& argument, IntegerType& result);
void unpack(const Value& value, const Place& argument, WholeNumbers& result);
void unpack(const Value& value, const Place& argument, Operand& result);
void unpack(const Value& value, const Place& argument, std::int64_t& result);
void unpack(const Value& value, const Place& argument, double& result);  // also an int
void unpack(const Value& value, const Place& argument, bool& result);
void unpack(const Value& value, const Place& argument, std::string& result);
void unpack(const Value& value, const Place& argument, DType& result);
void unpack(const Value& value, const Place& argument, Axes& result);
void unpack(const Value& value, const Place& argument, Dimensions& result);
void unpack(const Value& value, const Place& argument, BatchDimensions& result);
void unpack(const Value& value, const Place& argument, Nested& result);
void unpack(const Value& value, const Place& argument, Value& result);
void unpack(const Value& value, const Place& argument, List& result);
void unpack(const Value& value, const Place& argument, Symbol& result);
void unpack(const Value& value, const Place& argument, StaticType& result);
void unpack(const Value& value, const Place& argument, Function& result);

// The number. Throws ApiError (value) if it is a fraction, infinite or NaN.
std::int64_t whole_number(Real number, const Place& argument);

// An int of at least 0.
std::int64_t size_of(const Value& value, const Place& argument);

// Throws unless the value is a list.
const List& unpack_list(const Value& value, const Place& argument);

template <class T>
void unpack(const Value& value, const Place& argument, std::vector<T>& result) {
  const List& list = unpack_list(value, argument);
  for (std::size_t i = 0; i < list.size(); ++i)
    unpack(list[i], Place(argument, i), result.emplace_back());
}

template <class T>
void unpack(const Value& value, const Place& argument, std::optional<T>& result) {
  if (!value.is_none()) unpack(value, argument, result.emplace());
}

}  // namespace kassay::reference
