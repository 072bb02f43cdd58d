// Operations on vectors of one dtype, for AVX2 or AVX-512, as instructions that Xbyak assembles.
#pragma once

#include <xbyak/xbyak.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimized/engine/routine.h"

namespace kassay::optimized::engine {

// The registers of a processor with vectors of so many bytes, without the vectors reserved for scratch.
Registers registers_of(std::size_t vector_bytes);

class VectorOperations : public Xbyak::CodeGenerator {
 protected:
  using Xmm = Xbyak::Xmm;
  using Place = Assigned::Place;

  VectorOperations(DType dtype, std::size_t vector_bytes);

  bool is_avx512() const { return bytes_ == 64; }
  bool is_double() const { return is_double_; }
  Xmm vector(std::size_t number) const;
  // Three vectors that never hold results: for operands that are loaded each time, and for the halves of wide steps.
  Xmm scratch(std::size_t number) const;

  void broadcast(const Xmm& to, const Xbyak::Address& address, bool is_double_number);
  void multiply_add(const Xmm& to, const Xmm& a, const Xmm& b,
                    const Xmm& c);  // to: none of a, b, c
  void square_root(const Xmm& to, const Xmm& x);
  void negate(const Xmm& to, const Xmm& x);
  void absolute(const Xmm& to, const Xmm& x);
  void compare(const Place& result, Formula::Operator what, const Xmm& a, const Xmm& b);
  void choose(const Xmm& to, const Place& condition, const Xmm& chosen, const Xmm& otherwise);
  void arithmetic(Formula::Operator what, const Xmm& to, const Xmm& a, const Xmm& b,
                  bool is_double_number);
  // Converts the lower (0) or upper (1) half from float32 to float64; from may be to.
  void widen(const Xmm& to, const Xmm& from, int part);
  // Converts float64 to float32, into the lower half.
  void narrow(const Xmm& to, const Xmm& from);
  void join(const Xmm& to, const Xmm& low, const Xmm& high);

  // Makes the mask of the next two functions from the number of bytes left, in rdx.
  void mask_left_over();
  void load_left_over(const Xmm& to, const Xbyak::Address& address);
  void store_left_over(const Xbyak::Address& address, const Xmm& from);

  // The address at which the number will be.
  Xbyak::Address number(double value, bool is_double_number);
  // Writes the numbers and masks that the instructions read, after all instructions.
  void add_data();

  const int bytes_, element_bytes_;  // of a vector, of an element

 private:
  struct Number {
    Xbyak::Label label;
    double value;
    bool is_double;
  };

  const bool is_double_;
  std::vector<Number> numbers_;
  Xbyak::Label ones_;
};

}  // namespace kassay::optimized::engine
