// The arguments and results of an API call: None, a Python scalar, a string, an array, a list of
// these, something that only the backend understands, or something that can be called.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay {

struct None {
  bool operator==(const None&) const = default;
};

class Value;
using List = std::vector<Value>;

// A sparse array in coordinate format, as a program passes it. Copies share it: sparse values are rare and must not make the others larger.
class SparseTensor {
 public:
  SparseTensor(Tensor coordinates, Tensor values, Shape shape);
  const Tensor& coordinates() const {
    return parts_->coordinates;
  }  // int64 (n, rank), in row-major order, none twice
  const Tensor& values() const { return parts_->values; }  // (n)
  const Shape& shape() const { return parts_->shape; }

 private:
  struct Parts {
    Tensor coordinates, values;
    Shape shape;
  };
  std::shared_ptr<const Parts> parts_;
};
SparseTensor to_sparse(const Tensor& dense);  // the nonzero elements (NaN is nonzero)
Tensor to_dense(const SparseTensor& sparse);

// An object that only the backend understands: a symbolic tensor, a variable, an update. It means
// nothing outside the program that made it.
class Object {
 public:
  virtual ~Object() = default;
  virtual std::string describe() const = 0;  // "a placeholder of shape (None, 3)"
};
using Handle = std::shared_ptr<const Object>;

// Something that can be called: a function of a program (for `rnn`, `foldl`, ...), or what
// `function` returns. Several values are a tuple.
struct Arguments;
class Callable {
 public:
  virtual ~Callable() = default;
  virtual std::string describe() const { return "a function"; }
  virtual std::vector<Value> call(const Arguments& arguments) const = 0;
};
using Function = std::shared_ptr<const Callable>;

class Value : public std::variant<None, bool, std::int64_t, double, std::string, Tensor, List,
                                  SparseTensor, Handle, Function> {
 public:
  using variant::variant;
  // Not inline: inlined into every kernel, they double the code to compile.
  Value();  // None
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  template <class T>
  const T* get_if() const {
    return std::get_if<T>(static_cast<const variant*>(this));
  }
  bool is_none() const { return get_if<None>() != nullptr; }
};

// Whether it is valid outside the backend: it holds neither a handle nor a function.
bool is_plain(const Value& value);

// For error messages: plain values as Python writes them, cut off if they are long ("2", "'text'",
// "[1, None]"), else "a float32 tensor of shape (2, 3)".
std::string describe(const Value& value);

struct Arguments {
  std::vector<Value> positional;
  std::map<std::string, Value, std::less<>> keyword;
};

}  // namespace kassay
