// From a bound argument to the C++ type that a kernel names in its parameter list.
//
//   Array               a tensor's elements          TensorType         what is known of a tensor
//   Tensor              a tensor as it is stored     std::vector<T>     a list of any of these
//   std::int64_t, double, bool, std::string, DType   plain values
//   std::optional<T>    None, or any of these        Axes               None, an int, or a list of int
//   Operand             number-or-tensor, inferred   Dimensions         a shape
//   BatchDimensions     the same, whose first dimension may be None
//   IntegerType         what is known of a tensor of integers     WholeNumbers       whole numbers of any dtype
//   Nested              an array, a number or nested lists
//   Symbol              a tensor of the API     StaticType     what is known of one, maybe not its rank
//   Function            a function of the program
//   Value               anything, as it is given
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/runtime/symbol.h"
#include "spec/lib/value.h"

namespace kassay::reference {

// Which axes an `axes` argument names, as given; none: all.
struct Axes {
  std::optional<std::vector<std::int64_t>> named;
};

// What is known of a number-or-tensor argument: a Python number takes its dtype from the other
// tensors.
struct Operand {
  bool is_number = false;
  TensorType type;  // of rank 0 for a number
};

// The value of a shape argument: a list of ints, or an integer tensor of rank 1.
struct Dimensions {
  Shape sizes;
};

// The same, but the first dimension may be None, and sizes may depend on something that is not
// known yet: kUnknown.
struct BatchDimensions {
  Shape sizes;
};

// What is known of a tensor whose elements name places. Of another dtype is refused: a fraction names none.
struct IntegerType : TensorType {};

// Elements that name places or count, also of a floating dtype, as Keras feeds labels. A fraction is an ApiError (value).
struct WholeNumbers : Array {};
// The element as an integer. Throws ApiError (value) that names `argument` for any other number.
std::int64_t whole_number(Real number, const std::string& argument);

// The value of an array argument: a tensor, a number, or nested lists of numbers of equal lengths.
struct Nested {
  Array array;
};

// The elements of a tensor, or its rank, are needed but not known yet.
struct NotStatic {
  std::string reason;
};

// All throw ApiError (type) that names `argument`, and NotStatic for a tensor of which too little
// is known.
void unpack(const Value& value, const std::string& argument,
            Array& result);  // also a number, as rank 0
void unpack(const Value& value, const std::string& argument, Tensor& result);
void unpack(const Value& value, const std::string& argument, TensorType& result);
void unpack(const Value& value, const std::string& argument, IntegerType& result);
void unpack(const Value& value, const std::string& argument, WholeNumbers& result);
void unpack(const Value& value, const std::string& argument, Operand& result);
void unpack(const Value& value, const std::string& argument, std::int64_t& result);
void unpack(const Value& value, const std::string& argument, double& result);  // also an int
void unpack(const Value& value, const std::string& argument, bool& result);
void unpack(const Value& value, const std::string& argument, std::string& result);
void unpack(const Value& value, const std::string& argument, DType& result);
void unpack(const Value& value, const std::string& argument, Axes& result);
void unpack(const Value& value, const std::string& argument, Dimensions& result);
void unpack(const Value& value, const std::string& argument, BatchDimensions& result);
void unpack(const Value& value, const std::string& argument, Nested& result);
void unpack(const Value& value, const std::string& argument, Value& result);
void unpack(const Value& value, const std::string& argument, List& result);
void unpack(const Value& value, const std::string& argument, Symbol& result);
void unpack(const Value& value, const std::string& argument, StaticType& result);
void unpack(const Value& value, const std::string& argument, Function& result);

// Throws unless the value is a list.
const List& unpack_list(const Value& value, std::string_view argument);

template <class T>
void unpack(const Value& value, const std::string& argument, std::vector<T>& result) {
  for (const Value& entry : unpack_list(value, argument))
    unpack(entry, argument, result.emplace_back());
}

template <class T>
void unpack(const Value& value, const std::string& argument, std::optional<T>& result) {
  if (!value.is_none()) unpack(value, argument, result.emplace());
}

}  // namespace kassay::reference
