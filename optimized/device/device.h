// What a device is to the engine. The library of optimized/cuda has one; emulated.h has one on the host, with which everything but the
// device itself is tested.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "optimized/device/command.h"

namespace kassay::optimized::device {

// Commands made ready to run: on CUDA a graph.
class Recording {
 public:
  virtual ~Recording() = default;
  // Starts them behind all that was started before. Throws DeviceError.
  virtual void run() = 0;
  // What it has made of kernels that stay (Correlation) is made again by the next run.
  virtual void forget_kernels() {}
};

class Device {
 public:
  virtual ~Device() = default;
  // "NVIDIA H200, CUDA 13.0, cuDNN 9.12"
  virtual std::string describe() const = 0;

  // Memory that is given back with its last owner; aligned to 256 bytes. Throws std::bad_alloc.
  virtual std::shared_ptr<std::byte> allocate(std::size_t bytes) = 0;
  // Memory of the host that commands read and write, too; aligned and given back alike.
  virtual std::shared_ptr<std::byte> allocate_on_host(std::size_t bytes) = 0;
  // Behind all that was started before. The memory of the host may be changed, or read, at once. Throws DeviceError.
  virtual void upload(std::span<const std::byte> from, std::byte* to) = 0;
  virtual void download(const std::byte* from, std::span<std::byte> to) = 0;
  // Waits until all that was started is done. Throws DeviceError.
  virtual void finish() = 0;

  // Throws std::bad_alloc where work memory is short.
  virtual std::unique_ptr<Recording> record(std::vector<Command> commands) = 0;
};

}  // namespace kassay::optimized::device
