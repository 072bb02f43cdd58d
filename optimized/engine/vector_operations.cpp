#include "optimized/engine/vector_operations.h"

#include <bit>

namespace kassay::optimized::engine {
namespace {

constexpr std::size_t kScratchVectors = 3;
// k0 means no mask, and k1 marks the elements that are left over.
constexpr int kLeftOver = 1, kFirstMask = 2;
constexpr std::size_t kMasks = 6;
constexpr std::size_t kFirstCode = std::size_t{1} << 12;  // bytes; it grows

std::size_t vectors(std::size_t vector_bytes) { return vector_bytes == 64 ? 32 : 16; }

// Predicates of comparisons (Intel's manual, CMPPS) that do not signal for NaN.
std::uint8_t predicate_of(Formula::Operator what) {
  using enum Formula::Operator;
  switch (what) {
    case kLess:
      return 0x11;
    case kLessEqual:
      return 0x12;
    case kEqual:
      return 0x00;
    default:  // kNotEqual
      return 0x04;
  }
}

Xbyak::Opmask mask(std::size_t number) {
  return Xbyak::Opmask(kFirstMask + static_cast<int>(number));
}

Xbyak::Xmm half(const Xbyak::Xmm& vector) {
  const int i = vector.getIdx();
  return vector.getBit() == 512 ? Xbyak::Xmm(Xbyak::Ymm(i)) : Xbyak::Xmm(i);
}

}  // namespace

Registers registers_of(std::size_t vector_bytes) {
  return {vectors(vector_bytes) - kScratchVectors, vector_bytes == 64 ? kMasks : 0};
}

VectorOperations::VectorOperations(DType dtype, std::size_t vector_bytes)
    : CodeGenerator(kFirstCode, Xbyak::AutoGrow),
      bytes_(static_cast<int>(vector_bytes)),
      element_bytes_(static_cast<int>(dtype_size(dtype))),
      is_double_(dtype == DType::kFloat64) {}

Xbyak::Xmm VectorOperations::vector(std::size_t number) const {
  const int i = static_cast<int>(number);
  return is_avx512() ? Xmm(Xbyak::Zmm(i)) : Xmm(Xbyak::Ymm(i));
}

Xbyak::Xmm VectorOperations::scratch(std::size_t number) const {
  return vector(vectors(static_cast<std::size_t>(bytes_)) - 1 - number);
}

void VectorOperations::broadcast(const Xmm& to, const Xbyak::Address& address,
                                 bool is_double_number) {
  if (is_double_number) {
    vbroadcastsd(Xbyak::Ymm(to.getIdx(), to.getKind(), to.getBit()), address);
  } else {
    vbroadcastss(to, address);
  }
}

void VectorOperations::multiply_add(const Xmm& to, const Xmm& a, const Xmm& b, const Xmm& c) {
  vmovaps(to, a);
  is_double() ? vfmadd213pd(to, b, c) : vfmadd213ps(to, b, c);
}

void VectorOperations::square_root(const Xmm& to, const Xmm& x) {
  is_double() ? vsqrtpd(to, x) : vsqrtps(to, x);
}

void VectorOperations::negate(const Xmm& to, const Xmm& x) {
  broadcast(scratch(2), number(-0.0, is_double()), is_double());
  vxorps(to, x, scratch(2));
}

void VectorOperations::absolute(const Xmm& to, const Xmm& x) {
  broadcast(scratch(2), number(-0.0, is_double()), is_double());
  vandnps(to, scratch(2), x);
}

void VectorOperations::compare(const Place& result, Formula::Operator what, const Xmm& a,
                               const Xmm& b) {
  const std::uint8_t predicate = predicate_of(what);
  if (result.kind == Place::Kind::kMask) {
    is_double() ? vcmppd(mask(result.number), a, b, predicate)
                : vcmpps(mask(result.number), a, b, predicate);
  } else {
    const Xmm to = vector(result.number);
    is_double() ? vcmppd(to, a, b, predicate) : vcmpps(to, a, b, predicate);
  }
}

void VectorOperations::choose(const Xmm& to, const Place& condition, const Xmm& chosen,
                              const Xmm& otherwise) {
  if (condition.kind == Place::Kind::kMask) {
    is_double() ? vblendmpd(to | mask(condition.number), otherwise, chosen)
                : vblendmps(to | mask(condition.number), otherwise, chosen);
  } else {
    const Xmm is_chosen = vector(condition.number);
    is_double() ? vblendvpd(to, otherwise, chosen, is_chosen)
                : vblendvps(to, otherwise, chosen, is_chosen);
  }
}

void VectorOperations::arithmetic(Formula::Operator what, const Xmm& to, const Xmm& a, const Xmm& b,
                                  bool is_double_number) {
  using enum Formula::Operator;
  switch (what) {
    case kAdd:
      return is_double_number ? vaddpd(to, a, b) : vaddps(to, a, b);
    case kSubtract:
      return is_double_number ? vsubpd(to, a, b) : vsubps(to, a, b);
    case kMultiply:
      return is_double_number ? vmulpd(to, a, b) : vmulps(to, a, b);
    default:
      return is_double_number ? vdivpd(to, a, b) : vdivps(to, a, b);
  }
}

void VectorOperations::widen(const Xmm& to, const Xmm& from, int part) {
  Xmm source = half(from);
  if (part == 1) {
    source = half(to);
    if (is_avx512()) {
      vextractf32x8(Xbyak::Ymm(to.getIdx()), Xbyak::Zmm(from.getIdx()), 1);
    } else {
      vextractf128(Xmm(to.getIdx()), Xbyak::Ymm(from.getIdx()), 1);
    }
  }
  vcvtps2pd(to, source);
}

void VectorOperations::narrow(const Xmm& to, const Xmm& from) {
  if (is_avx512()) {
    vcvtpd2ps(Xbyak::Ymm(to.getIdx()), Xbyak::Zmm(from.getIdx()));
  } else {
    vcvtpd2ps(Xmm(to.getIdx()), Xbyak::Ymm(from.getIdx()));
  }
}

void VectorOperations::join(const Xmm& to, const Xmm& low, const Xmm& high) {
  if (is_avx512()) {
    vinsertf32x8(Xbyak::Zmm(to.getIdx()), Xbyak::Zmm(low.getIdx()), Xbyak::Ymm(high.getIdx()), 1);
  } else {
    vinsertf128(Xbyak::Ymm(to.getIdx()), Xbyak::Ymm(low.getIdx()), Xmm(high.getIdx()), 1);
  }
}

void VectorOperations::mask_left_over() {
  if (is_avx512()) {
    shr(rdx, std::countr_zero(static_cast<unsigned>(element_bytes_)));
    mov(eax, -1);
    bzhi(eax, eax, edx);
    kmovw(Xbyak::Opmask(kLeftOver), eax);
    return;
  }
  // As many bytes of ones as are left, followed by zeros.
  neg(rdx);
  lea(rax, ptr[rip + ones_]);
  lea(rdx, ptr[rax + rdx + bytes_]);
}

void VectorOperations::load_left_over(const Xmm& to, const Xbyak::Address& address) {
  if (!is_avx512()) {
    vmovups(scratch(0), ptr[rdx]);
    vmaskmovps(to, scratch(0), address);
    return;
  }
  const Xmm masked = to | Xbyak::Opmask(kLeftOver) | T_z;
  is_double() ? vmovupd(masked, address) : vmovups(masked, address);
}

void VectorOperations::store_left_over(const Xbyak::Address& address, const Xmm& from) {
  if (!is_avx512()) {
    vmovups(scratch(0), ptr[rdx]);
    vmaskmovps(address, scratch(0), from);
    return;
  }
  const Xbyak::Address masked = address | Xbyak::Opmask(kLeftOver);
  is_double() ? vmovupd(masked, from) : vmovups(masked, from);
}

Xbyak::Address VectorOperations::number(double value, bool is_double_number) {
  numbers_.push_back({{}, value, is_double_number});
  return ptr[rip + numbers_.back().label];
}

void VectorOperations::add_data() {
  align(8);
  for (Number& number : numbers_) {
    L(number.label);
    if (number.is_double) {
      dq(std::bit_cast<std::uint64_t>(number.value));
    } else {
      dd(std::bit_cast<std::uint32_t>(static_cast<float>(number.value)));
    }
  }
  L(ones_);
  for (int i = 0; i < bytes_; ++i) db(0xff);
  for (int i = 0; i < bytes_; ++i) db(0);
}

}  // namespace kassay::optimized::engine
