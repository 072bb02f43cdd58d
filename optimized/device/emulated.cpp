#include "optimized/device/emulated.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <type_traits>
#include <utility>

#include "optimized/device/fibers.h"
#include "optimized/device/formula_machine.h"
#include "optimized/device/kernels/lines.h"
#include "reference/arrays/windows.h"

namespace kassay::optimized::device {
namespace {

using reference::Index;

void run(const Copy& copy) { std::memmove(copy.to, copy.from, copy.bytes); }
void run(const Zero& zero) { std::memset(zero.to, 0, zero.bytes); }

void run(const Each& each, Order order) {
  std::visit([&](const auto& body) { for_each_in(order, each.count, body); }, each.body);
}

void run(const Rows& rows, Order order) {
  constexpr std::int64_t kMostBlocks = 3;  // so that rows reuse shared memory
  std::visit(
      [&](const auto& body) {
        const TeamShape shape = shape_of(body, rows.count, rows.length);
        run_rows(body, shape, rows.count, kMostBlocks, order);
      },
      rows.body);
}

Cell element_of(const Chain::Input& input, std::int64_t i) {
  const long long place = input.layout.place(i);
  if (place < 0) return {};
  return load(input.dtype, input.data + static_cast<std::size_t>(place) * dtype_size(input.dtype));
}

void run(const Chain& chain, Order order) {
  for_each_in(order, chain.count, [&](std::int64_t i) {
    std::vector<Cell> read, made;
    for (const Chain::Input& input : chain.inputs) read.push_back(element_of(input, i));
    for (const Chain::Statement& statement : chain.statements) {
      std::vector<Cell> operands;
      for (const Chain::Source& source : statement.operands)
        operands.push_back((source.is_statement ? made : read)[source.number]);
      made.push_back(evaluate(statement, operands));
    }
    for (const Chain::Output& output : chain.outputs) {
      const DType dtype = chain.statements[output.statement].result;
      store(dtype, made[output.statement],
            output.data + static_cast<std::size_t>(i) * dtype_size(dtype));
    }
  });
}

void run(const Product& product) {
  with_float(product.dtype, [&](auto sample) {
    using T = decltype(sample);
    const auto at = [](const Product::Matrix& matrix, std::int64_t batch, std::int64_t row,
                       std::int64_t column) {
      const auto* const elements = reinterpret_cast<const T*>(matrix.data);
      return static_cast<double>(loaded(elements + batch * matrix.batch_stride +
                                        row * matrix.row_stride + column * matrix.column_stride));
    };
    auto* const c = reinterpret_cast<T*>(product.c);
    for (std::int64_t batch = 0; batch < product.batch; ++batch) {
      for (std::int64_t row = 0; row < product.rows; ++row) {
        for (std::int64_t column = 0; column < product.columns; ++column) {
          double sum = 0;
          for (std::int64_t k = 0; k < product.terms; ++k)
            sum += at(product.a, batch, row, k) * at(product.b, batch, k, column);
          device::store(c + batch * product.c_batch_stride + row * product.c_row_stride + column,
                        Conversion<T, double>::of(sum));
        }
      }
    }
  });
}

// Calls visit(image, kernel, result) for each term of each sum, with the numbers of these elements.
template <class Visit>
void for_each_term(const Correlation& c, Visit&& visit) {
  reference::Windows windows;
  for (const WindowAxis& axis : c.windows.axes)
    windows.push_back(
        {axis.places, axis.size, axis.stride, axis.dilation, axis.before, axis.count});
  const auto number = [](std::int64_t first, const Index& at, const Shape& shape) {
    for (std::size_t d = 0; d < shape.size(); ++d) first = first * shape[d] + at[d];
    return first;
  };
  const Shape places = reference::places(windows), sizes = reference::sizes(windows);
  const std::int64_t channels = c.windows.channels, multiplier = c.multiplier();
  for (std::int64_t sample = 0; sample < c.windows.samples; ++sample) {
    reference::for_each_index(reference::counts(windows), [&](const Index& window) {
      const std::int64_t result = number(sample, window, reference::counts(windows)) * c.filters;
      reference::for_each_inside(windows, window, [&](const Index& element, const Index& place) {
        const std::int64_t image = number(sample, place, places) * channels;
        const std::int64_t kernel = number(0, element, sizes) * channels * multiplier;
        for (std::int64_t channel = 0; channel < channels; ++channel) {
          for (std::int64_t m = 0; m < multiplier; ++m) {
            visit(image + channel, kernel + channel * multiplier + m,
                  result + (c.is_depthwise ? channel * multiplier : 0) + m);
          }
        }
      });
    });
  }
}

void run(const Correlation& correlation) {
  using enum Correlation::Kind;
  const Correlation& c = correlation;
  const WindowGeometry& g = c.windows;
  with_float(c.dtype, [&](auto sample) {
    using T = decltype(sample);
    const auto element = [](const std::byte* array, std::int64_t i) {
      return static_cast<double>(loaded(reinterpret_cast<const T*>(array) + i));
    };
    std::int64_t made = c.kernel_elements();
    if (c.kind == kForward) made = g.samples * g.windows() * c.filters;
    if (c.kind == kToImages) made = g.samples * g.pixels() * g.channels;
    std::vector<double> sums(static_cast<std::size_t>(made));
    for_each_term(c, [&](std::int64_t image, std::int64_t weight, std::int64_t result) {
      const auto add_to = [&](std::int64_t i, double term) {
        sums[static_cast<std::size_t>(i)] += term;
      };
      if (c.kind == kForward)
        add_to(result, element(c.images, image) * element(c.kernel, weight));
      else if (c.kind == kToImages)
        add_to(image, element(c.results, result) * element(c.kernel, weight));
      else
        add_to(weight, element(c.images, image) * element(c.results, result));
    });
    std::byte* to = c.kernel;
    if (c.kind != kToKernel) to = c.kind == kForward ? c.results : c.images;
    for (std::size_t i = 0; i < sums.size(); ++i)
      device::store(reinterpret_cast<T*>(to) + i, Conversion<T, double>::of(sums[i]));
  });
}

// For commands that a device leaves to a library.
template <class Unordered>
void run(const Unordered& command, Order /*order*/) {
  run(command);
}

// Memory that only the device may access while it runs: any other access by the host crashes it.
class Vault {
 public:
  std::shared_ptr<std::byte> allocate(std::size_t bytes, const std::shared_ptr<Vault>& self) {
    const std::size_t size = std::max<std::size_t>(1, bytes);
    void* const place =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc();
    auto* const memory = static_cast<std::byte*>(place);
    std::fill_n(memory, size, kUnwritten);
    blocks_[memory] = size;
    protect(memory, size, PROT_NONE);
    return {memory, [self](std::byte* block) { self->release(block); }};
  }

  // The memory is open while an Opened exists.
  class Opened {
   public:
    explicit Opened(Vault& vault) : vault_(vault) { vault_.protect_all(PROT_READ | PROT_WRITE); }
    ~Opened() { vault_.protect_all(PROT_NONE); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

   private:
    Vault& vault_;
  };

 private:
  static void protect(std::byte* block, std::size_t bytes, int rights) {
    if (mprotect(block, bytes, rights) != 0) std::abort();
  }
  void protect_all(int rights) {
    for (const auto& [block, bytes] : blocks_) protect(block, bytes, rights);
  }
  void release(std::byte* block) {
    munmap(block, blocks_.at(block));
    blocks_.erase(block);
  }

  std::map<std::byte*, std::size_t> blocks_;
};

class HostRecording : public Recording {
 public:
  HostRecording(std::vector<Command> commands, Order order, std::shared_ptr<Vault> vault)
      : commands_(std::move(commands)), order_(order), vault_(std::move(vault)) {}
  void run() override {
    const Vault::Opened opened(*vault_);
    if (kernels_.empty()) keep_kernels();
    for (const Command& command : commands_) run_on_host(command, order_);
  }
  void forget_kernels() override { kernels_.clear(); }

 private:
  // Keeps the kernels, so that a kernel that changes without being forgotten gives wrong results.
  void keep_kernels() {
    for (Command& command : commands_) {
      auto* const correlation = std::get_if<Correlation>(&command);
      if (correlation == nullptr || !correlation->kernel_stays) continue;
      std::byte*& own = own_kernels_.try_emplace(correlation, correlation->kernel).first->second;
      const auto& kept = kernels_.emplace_back(own, own + kernel_bytes(*correlation));
      correlation->kernel = const_cast<std::byte*>(kept.data());
    }
  }
  static std::size_t kernel_bytes(const Correlation& c) {
    return static_cast<std::size_t>(c.kernel_elements()) * dtype_size(c.dtype);
  }

  std::vector<Command> commands_;
  Order order_;
  std::map<const Correlation*, std::byte*> own_kernels_;  // addresses before they were kept
  std::vector<std::vector<std::byte>> kernels_;
  std::shared_ptr<Vault> vault_;
};

class EmulatedDevice : public Device {
 public:
  EmulatedDevice(std::function<void(const Command&)> see, Order order)
      : see_(std::move(see)), order_(order) {}
  std::string describe() const override { return "emulated device"; }
  std::shared_ptr<std::byte> allocate(std::size_t bytes) override {
    return vault_->allocate(bytes, vault_);
  }
  std::shared_ptr<std::byte> allocate_on_host(std::size_t bytes) override {
    constexpr std::align_val_t kAlignment{256};
    auto* const memory = static_cast<std::byte*>(::operator new(bytes, kAlignment));
    return {memory, [](std::byte* block) { ::operator delete(block, kAlignment); }};
  }
  void upload(std::span<const std::byte> from, std::byte* to) override {
    const Vault::Opened opened(*vault_);
    std::ranges::copy(from, to);
  }
  void download(const std::byte* from, std::span<std::byte> to) override {
    const Vault::Opened opened(*vault_);
    std::copy_n(from, to.size(), to.begin());
  }
  void finish() override {}  // each command has finished already
  std::unique_ptr<Recording> record(std::vector<Command> commands) override {
    if (see_) std::ranges::for_each(commands, see_);
    return std::make_unique<HostRecording>(std::move(commands), order_, vault_);
  }

 private:
  const std::function<void(const Command&)> see_;
  const Order order_;
  const std::shared_ptr<Vault> vault_ = std::make_shared<Vault>();
};

}  // namespace

void run_on_host(const Command& command, Order order) {
  std::visit([&](const auto& one) { device::run(one, order); }, command);
}

std::unique_ptr<Device> make_emulated_device(std::function<void(const Command&)> see, Order order) {
  return std::make_unique<EmulatedDevice>(std::move(see), order);
}

}  // namespace kassay::optimized::device
