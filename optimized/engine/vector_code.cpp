#include "optimized/engine/vector_code.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "optimized/engine/vector_operations.h"

namespace kassay::optimized::engine {
namespace {

using Command = Assigned::Command;
using Xbyak::Reg64;

// The function follows the System V ABI: rdi has the inputs, rsi the outputs, rdx the count.
class Assembler : public VectorOperations {
 public:
  Assembler(const Routine& routine, const Assigned& assigned, std::size_t vector_bytes)
      : VectorOperations(routine.dtype, vector_bytes), assigned_(assigned) {
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
  // As many pointers as possible get registers.
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

  // The address of the next elements; may change rax.
  Xbyak::Address elements(const Command& command) {
    for (const Pointer& pointer : pointers_) {
      if (pointer.kind == command.kind && pointer.array == command.array)
        return ptr[pointer.reg + rcx];
    }
    mov(rax, ptr[table(command.kind) + static_cast<int>(command.array * sizeof(void*))]);
    return ptr[rax + rcx];
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
    is_left_over ? load_left_over(result, address) : vmovups(result, address);
  }

  void add_store(const Command& command, bool is_left_over) {
    const Xmm stored = vector(command.result.number);
    const Xbyak::Address address = elements(command);
    is_left_over ? store_left_over(address, stored) : vmovups(address, stored);
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

  // The vector with the operand; loads it into the scratch vector of that number if necessary.
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
    const auto from = [&](std::size_t i) { return operand(command.from[i], i); };
    if (is_condition(command.what)) return compare(command.result, command.what, from(0), from(1));
    const Xmm to = vector(command.result.number);
    switch (command.what) {
      case kMultiplyAdd:
        return multiply_add(to, from(0), from(1), from(2));
      case kSquareRoot:
        return square_root(to, from(0));
      case kNegate:
        return negate(to, from(0));
      case kAbsolute:
        return absolute(to, from(0));
      case kChoose:
        return choose(to, command.from[0], from(1), from(2));
      default:
        return arithmetic(command.what, to, from(0), from(1), is_double());
    }
  }

  // Computes the lower halves of all operands first, then the upper ones.
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

  struct Pointer {
    Command::Kind kind;  // kLoad or kStore
    std::size_t array;
    Reg64 reg;
  };
  const Assigned& assigned_;
  std::vector<Pointer> pointers_;
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
  const auto assigned = assign_registers(routine, registers_of(vector_bytes));
  if (!assigned) return nullptr;
  try {
    return std::make_unique<AssembledCode>(routine, *assigned, vector_bytes);
  } catch (const Xbyak::Error& error) {
    // Some systems do not let programs write code.
    if (error == Xbyak::ERR_CANT_ALLOC || error == Xbyak::ERR_CANT_PROTECT) return nullptr;
    throw;
  }
}
}  // namespace kassay::optimized::engine
