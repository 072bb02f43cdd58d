// The interface of a device to the engine. The library of optimized/cuda implements it; emulated.h implements it on the host, to test
// everything but the device itself.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "optimized/device/command.h"

namespace kassay::optimized::device {

// Commands prepared for running: with CUDA, a graph.
class Recording {
 public:
  virtual ~Recording() = default;
  // Starts the commands after everything started before. Throws DeviceError.
  virtual void run() = 0;
  // The next run makes again what the recording derived from kernels that stay (Correlation).
  virtual void forget_kernels() {}
};

class Device {
 public:
  virtual ~Device() = default;
  // "NVIDIA H200, CUDA 13.0, cuDNN 9.12"
  virtual std::string describe() const = 0;

  // Memory that is released with its last owner; aligned to 256 bytes. Throws std::bad_alloc.
  virtual std::shared_ptr<std::byte> allocate(std::size_t bytes) = 0;
  // Memory of the host that commands can read and write, too; aligned and released in the same way.
  virtual std::shared_ptr<std::byte> allocate_on_host(std::size_t bytes) = 0;
  // Runs after everything started before. On return, the memory of the host may be changed or read. Throws DeviceError.
  virtual void upload(std::span<const std::byte> from, std::byte* to) = 0;
  virtual void download(const std::byte* from, std::span<std::byte> to) = 0;
  // Waits until everything started before is done. Throws DeviceError.
  virtual void finish() = 0;

  // Throws std::bad_alloc if work memory is short.
  virtual std::unique_ptr<Recording> record(std::vector<Command> commands) = 0;
};

}  // namespace kassay::optimized::device
