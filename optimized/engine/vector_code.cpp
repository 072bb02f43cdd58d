#include "optimized/engine/vector_code.h"

#include <xbyak/xbyak.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace kassay::optimized::engine {
namespace {

using Command = Assigned::Command;
using Place = Assigned::Place;
using Xbyak::Reg64;
using Xbyak::Xmm;

// Vectors that no result has: for operands that are loaded each time, and the halves of wide steps.
constexpr std::size_t kScratchVectors = 3;
// k0 means no mask, and k1 has the elements that are left over.
constexpr int kLeftOver = 1, kFirstMask = 2;
constexpr std::size_t kMasks = 6;
constexpr std::size_t kFirstCode = std::size_t{1} << 12;  // bytes; it grows

std::size_t vectors(std::size_t vector_bytes) { return vector_bytes == 64 ? 32 : 16; }

// Predicates of comparisons (Intel's manual, CMPPS): without a signal for NaN.
enum Predicate : std::uint8_t {
  kIsEqual = 0x00,
  kIsLess = 0x11,
  kIsLessEqual = 0x12,
  kIsNotEqual = 0x04
};

Predicate predicate_of(Formula::Operator what) {
  using enum Formula::Operator;
  switch (what) {
    case kLess:
      return kIsLess;
    case kLessEqual:
      return kIsLessEqual;
    case kEqual:
      return kIsEqual;
    default:
      return kIsNotEqual;
  }
}

// The function is that of the System V ABI: rdi has the inputs, rsi the outputs, rdx the count.
class Assembler : public Xbyak::CodeGenerator {
 public:
  Assembler(const Routine& routine, const Assigned& assigned, std::size_t vector_bytes)
      : CodeGenerator(kFirstCode, Xbyak::AutoGrow),
        routine_(routine),
        assigned_(assigned),
        bytes_(static_cast<int>(vector_bytes)),
        element_bytes_(static_cast<int>(dtype_size(routine.dtype))) {
    assign_pointers();
    begin();
    Xbyak::Label next, left_over, done;
    shl(rdx, std::countr_zero(static_cast<unsigned>(element_bytes_)));
    xor_(ecx, ecx);
    sub(rdx, bytes_);
    jl(left_over, T_NEAR);
    L(next);
    add_body(false);
    add(rcx, bytes_);
    cmp(rcx, rdx);
    jle(next, T_NEAR);
    L(left_over);
    add(rdx, bytes_);
    sub(rdx, rcx);
    jz(done, T_NEAR);
    mask_left_over();
    add_body(true);
    L(done);
    end();
    add_data();
    ready(PROTECT_RE);
  }

 private:
  bool is_avx512() const { return bytes_ == 64; }
  bool is_double() const { return routine_.dtype == DType::kFloat64; }
  Xmm vector(std::size_t number) const {
    const int i = static_cast<int>(number);
    return is_avx512() ? Xmm(Xbyak::Zmm(i)) : Xmm(Xbyak::Ymm(i));
  }
  Xmm scratch(std::size_t number) const {
    return vector(vectors(static_cast<std::size_t>(bytes_)) - 1 - number);
  }
  static Xbyak::Opmask mask(std::size_t number) {
    return Xbyak::Opmask(kFirstMask + static_cast<int>(number));
  }

  // Pointers have registers for as long as there are any.
  void assign_pointers() {
    std::vector<Reg64> free{r8, r9, r10, r11, rbx, rbp, r12, r13, r14, r15};
    std::ranges::reverse(free);
    for (const Command& command : assigned_.commands) {
      if (command.kind == Command::Kind::kCompute || free.empty()) continue;
      pointers_.push_back({command.kind, command.array, free.back()});
      free.pop_back();
    }
  }

  void begin() {
    for (const Pointer& pointer : pointers_)
      if (is_kept_by_callee(pointer.reg)) push(pointer.reg);
    for (const Pointer& pointer : pointers_)
      mov(pointer.reg, ptr[table(pointer.kind) + static_cast<int>(pointer.array * sizeof(void*))]);
    for (const Assigned::Uniform& uniform : assigned_.uniforms)
      if (uniform.vector) load(uniform, vector(*uniform.vector));
  }

  void end() {
    for (auto pointer = pointers_.rbegin(); pointer != pointers_.rend(); ++pointer)
      if (is_kept_by_callee(pointer->reg)) pop(pointer->reg);
    vzeroupper();
    ret();
  }

  static bool is_kept_by_callee(const Reg64& reg) {
    const int i = reg.getIdx();
    return i == Xbyak::Operand::RBX || i == Xbyak::Operand::RBP || i >= Xbyak::Operand::R12;
  }
  Reg64 table(Command::Kind kind) const { return kind == Command::Kind::kStore ? rsi : rdi; }

  // Of the elements that come next; may change rax.
  Xbyak::Address elements(const Command& command) {
    for (const Pointer& pointer : pointers_) {
      if (pointer.kind == command.kind && pointer.array == command.array)
        return ptr[pointer.reg + rcx];
    }
    mov(rax, ptr[table(command.kind) + static_cast<int>(command.array * sizeof(void*))]);
    return ptr[rax + rcx];
  }

  // rdx has the bytes that are left.
  void mask_left_over() {
    if (is_avx512()) {
      shr(rdx, std::countr_zero(static_cast<unsigned>(element_bytes_)));
      mov(eax, -1);
      bzhi(eax, eax, edx);
      kmovw(Xbyak::Opmask(kLeftOver), eax);
      return;
    }
    // As many bytes of ones as are left, and zeros behind them.
    neg(rdx);
    lea(rax, ptr[rip + ones_]);
    lea(rdx, ptr[rax + rdx + bytes_]);
  }

  void add_body(bool is_left_over) {
    for (const Command& command : assigned_.commands) {
      switch (command.kind) {
        case Command::Kind::kLoad:
          add_load(command, is_left_over);
          break;
        case Command::Kind::kStore:
          add_store(command, is_left_over);
          break;
        case Command::Kind::kCompute:
          add_compute(command);
          break;
      }
    }
  }

  void add_load(const Command& command, bool is_left_over) {
    const Xmm result = vector(command.result.number);
    const Xbyak::Address address = elements(command);
    if (!is_left_over) {
      vmovups(result, address);
    } else if (is_avx512()) {
      if (is_double()) {
        vmovupd(result | Xbyak::Opmask(kLeftOver) | T_z, address);
      } else {
        vmovups(result | Xbyak::Opmask(kLeftOver) | T_z, address);
      }
    } else {
      vmovups(scratch(0), ptr[rdx]);
      vmaskmovps(result, scratch(0), address);
    }
  }

  void add_store(const Command& command, bool is_left_over) {
    const Xmm stored = vector(command.result.number);
    const Xbyak::Address address = elements(command);
    if (!is_left_over) {
      vmovups(address, stored);
    } else if (is_avx512()) {
      if (is_double()) {
        vmovupd(address | Xbyak::Opmask(kLeftOver), stored);
      } else {
        vmovups(address | Xbyak::Opmask(kLeftOver), stored);
      }
    } else {
      vmovups(scratch(0), ptr[rdx]);
      vmaskmovps(address, scratch(0), stored);
    }
  }

  void load(const Assigned::Uniform& uniform, const Xmm& to) {
    const bool is_double_number = is_double() || uniform.is_wide;
    if (uniform.input) {
      mov(rax, ptr[rdi + static_cast<int>(*uniform.input * sizeof(void*))]);
      broadcast(to, ptr[rax], is_double_number);
    } else {
      broadcast(to, number(uniform.number, is_double_number), is_double_number);
    }
  }

  void broadcast(const Xmm& to, const Xbyak::Address& address, bool is_double_number) {
    if (is_double_number) {
      vbroadcastsd(Xbyak::Ymm(to.getIdx(), to.getKind(), to.getBit()), address);
    } else {
      vbroadcastss(to, address);
    }
  }

  // An operand in a vector, if need be in the scratch one of that number.
  Xmm operand(const Place& place, std::size_t scratch_number) {
    if (place.kind != Place::Kind::kUniform) return vector(place.number);
    const Assigned::Uniform& uniform = assigned_.uniforms[place.number];
    if (uniform.vector) return vector(*uniform.vector);
    load(uniform, scratch(scratch_number));
    return scratch(scratch_number);
  }

  void add_compute(const Command& command) {
    using enum Formula::Operator;
    if (command.is_wide) return add_wide(command);
    const Place& result = command.result;
    const auto from = [&](std::size_t i) { return operand(command.from[i], i); };
    switch (command.what) {
      case kMultiplyAdd: {
        const Xmm a = from(0), b = from(1), c = from(2), to = vector(result.number);
        vmovaps(to, a);
        is_double() ? vfmadd213pd(to, b, c) : vfmadd213ps(to, b, c);
        return;
      }
      case kSquareRoot:
        is_double() ? vsqrtpd(vector(result.number), from(0))
                    : vsqrtps(vector(result.number), from(0));
        return;
      case kNegate:
        return with_bits(result, from(0), kSign);
      case kAbsolute:
        return with_bits(result, from(0), kMagnitude);
      case kLess:
      case kLessEqual:
      case kEqual:
      case kNotEqual:
        return compare(result, from(0), from(1), predicate_of(command.what));
      case kChoose:
        return choose(vector(result.number), command.from[0], from(1), from(2));
      default:
        return arithmetic(command.what, vector(result.number), from(0), from(1), is_double());
    }
  }

  void arithmetic(Formula::Operator what, const Xmm& to, const Xmm& a, const Xmm& b,
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

  // The lower halves of all operands are computed, and then the upper ones.
  void add_wide(const Command& command) {
    const Xmm to = vector(command.result.number);
    for (const int part : {0, 1}) {
      std::array<Xmm, 2> operands{scratch(0), scratch(1)};
      for (std::size_t i = 0; i < 2; ++i) {
        const Place& place = command.from[i];
        const bool is_wide =
            place.kind == Place::Kind::kUniform && assigned_.uniforms[place.number].is_wide;
        const Xmm from = operand(place, i);
        if (is_wide) {
          operands[i] = from;
        } else {
          widen(operands[i], from, part);
        }
      }
      arithmetic(command.what, scratch(0), operands[0], operands[1], true);
      narrow(scratch(part == 0 ? 2 : 0), scratch(0));
    }
    join(to, scratch(2), scratch(0));
  }

  static Xmm half(const Xmm& vector) {
    const int i = vector.getIdx();
    return vector.getBit() == 512 ? Xmm(Xbyak::Ymm(i)) : Xmm(i);
  }

  // The lower (0) or upper (1) half of float32 as float64; from may be to.
  void widen(const Xmm& to, const Xmm& from, int part) {
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

  // Into the lower half.
  void narrow(const Xmm& to, const Xmm& from) {
    if (is_avx512()) {
      vcvtpd2ps(Xbyak::Ymm(to.getIdx()), Xbyak::Zmm(from.getIdx()));
    } else {
      vcvtpd2ps(Xmm(to.getIdx()), Xbyak::Ymm(from.getIdx()));
    }
  }

  void join(const Xmm& to, const Xmm& low, const Xmm& high) {
    if (is_avx512()) {
      vinsertf32x8(Xbyak::Zmm(to.getIdx()), Xbyak::Zmm(low.getIdx()), Xbyak::Ymm(high.getIdx()), 1);
    } else {
      vinsertf128(Xbyak::Ymm(to.getIdx()), Xbyak::Ymm(low.getIdx()), Xmm(high.getIdx()), 1);
    }
  }

  enum Bits { kSign, kMagnitude };
  void with_bits(const Place& result, const Xmm& x, Bits bits) {
    const Xmm to = vector(result.number), pattern = scratch(2);
    broadcast(pattern, number(-0.0, is_double()), is_double());
    if (bits == kSign) {
      vxorps(to, x, pattern);
    } else {
      vandnps(to, pattern, x);
    }
  }

  void compare(const Place& result, const Xmm& a, const Xmm& b, Predicate predicate) {
    if (result.kind == Place::Kind::kMask) {
      is_double() ? vcmppd(mask(result.number), a, b, predicate)
                  : vcmpps(mask(result.number), a, b, predicate);
    } else {
      const Xmm to = vector(result.number);
      is_double() ? vcmppd(to, a, b, predicate) : vcmpps(to, a, b, predicate);
    }
  }

  void choose(const Xmm& to, const Place& condition, const Xmm& chosen, const Xmm& otherwise) {
    if (condition.kind == Place::Kind::kMask) {
      is_double() ? vblendmpd(to | mask(condition.number), otherwise, chosen)
                  : vblendmps(to | mask(condition.number), otherwise, chosen);
    } else {
      const Xmm is_chosen = vector(condition.number);
      is_double() ? vblendvpd(to, otherwise, chosen, is_chosen)
                  : vblendvps(to, otherwise, chosen, is_chosen);
    }
  }

  // Where the number will be.
  Xbyak::Address number(double value, bool is_double_number) {
    numbers_.push_back({{}, value, is_double_number});
    return ptr[rip + numbers_.back().label];
  }

  void add_data() {
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

  struct Pointer {
    Command::Kind kind;  // kLoad or kStore
    std::size_t array;
    Reg64 reg;
  };
  struct Number {
    Xbyak::Label label;
    double value;
    bool is_double;
  };

  const Routine& routine_;
  const Assigned& assigned_;
  int bytes_, element_bytes_;
  std::vector<Pointer> pointers_;
  std::vector<Number> numbers_;
  Xbyak::Label ones_;
};

class AssembledCode : public VectorCode {
 public:
  AssembledCode(const Routine& routine, const Assigned& assigned, std::size_t vector_bytes)
      : assembler_(routine, assigned, vector_bytes), function_(assembler_.getCode<Function*>()) {}

  void run(const std::byte* const* inputs, std::byte* const* outputs,
           std::int64_t count) const override {
    function_(inputs, outputs, count);
  }

 private:
  using Function = void(const std::byte* const*, std::byte* const*, std::int64_t);

  Assembler assembler_;
  Function* function_;
};

}  // namespace

std::unique_ptr<VectorCode> VectorCode::make(const Routine& routine, std::size_t vector_bytes) {
  const Registers registers{vectors(vector_bytes) - kScratchVectors,
                            vector_bytes == 64 ? kMasks : 0};
  const auto assigned = assign_registers(routine, registers);
  if (!assigned) return nullptr;
  try {
    return std::make_unique<AssembledCode>(routine, *assigned, vector_bytes);
  } catch (const Xbyak::Error& error) {
    // Some systems let no program write code.
    if (error == Xbyak::ERR_CANT_ALLOC || error == Xbyak::ERR_CANT_PROTECT) return nullptr;
    throw;
  }
}
}  // namespace kassay::optimized::engine
