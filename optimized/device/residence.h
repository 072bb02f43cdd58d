// The places of variables on a device: the first program that reads or assigns a variable gives it a place, where its value stays.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "optimized/device/device.h"
#include "reference/graph/symbol.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized::device {

class Resident : public std::enable_shared_from_this<Resident> {
 public:
  // Throws std::bad_alloc.
  Resident(const reference::Variable& variable, std::shared_ptr<Device> device, bool aligns);

  const Tensor& array() const { return array_; }  // on the device
  // Copies the value to the device if it was assigned elsewhere.
  void refresh(const reference::Variable& variable);
  // To be called after commands have written a new value.
  void has_changed(const reference::Variable& variable);

 private:
  const std::shared_ptr<Device> device_;
  Tensor array_;
  std::uint64_t version_ = 0;  // of the value on the device
};

class Residence {
 public:
  // `aligns`: as in engine::Options.
  explicit Residence(std::shared_ptr<Device> device, bool aligns = true)
      : device_(std::move(device)), aligns_(aligns) {}
  // Precondition: the variable is not sparse. Throws std::bad_alloc.
  std::shared_ptr<Resident> of(const std::shared_ptr<const reference::Variable>& variable);

 private:
  struct Entry {
    std::weak_ptr<const reference::Variable> variable;
    std::weak_ptr<Resident> resident;
  };
  const std::shared_ptr<Device> device_;
  const bool aligns_;
  std::map<const reference::Variable*, Entry> entries_;
};

}  // namespace kassay::optimized::device
