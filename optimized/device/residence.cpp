#include "optimized/device/residence.h"

#include <utility>

#include "optimized/device/arrays.h"

namespace kassay::optimized::device {
namespace {

class OnDevice : public reference::Elsewhere {
 public:
  OnDevice(std::shared_ptr<Device> device, std::shared_ptr<Resident> resident)
      : device_(std::move(device)), resident_(std::move(resident)) {}

  Value fetch() override {
    const Tensor& array = resident_->array();
    Tensor here = Tensor::unspecified(array.dtype(), array.shape());
    device_->download(array.bytes().data(), here.mutable_bytes());
    return here;
  }

 private:
  std::shared_ptr<Device> device_;
  std::shared_ptr<Resident> resident_;
};

}  // namespace

Resident::Resident(const reference::Variable& variable, std::shared_ptr<Device> device, bool aligns)
    : device_(std::move(device)),
      array_(array_on(*device_, variable.type().dtype, *variable.type().shape, aligns)) {}

void Resident::refresh(const reference::Variable& variable) {
  if (version_ == variable.version()) return;
  device_->upload(std::get<Tensor>(variable.value()).bytes(), array_.mutable_bytes().data());
  version_ = variable.version();
}

void Resident::has_changed(const reference::Variable& variable) {
  variable.assign(std::make_shared<OnDevice>(device_, shared_from_this()));
  version_ = variable.version();
}

std::shared_ptr<Resident> Residence::of(
    const std::shared_ptr<const reference::Variable>& variable) {
  std::erase_if(entries_, [](const auto& entry) { return entry.second.variable.expired(); });
  Entry& entry = entries_[variable.get()];
  if (auto resident = entry.resident.lock()) return resident;
  auto resident = std::make_shared<Resident>(*variable, device_, aligns_);
  entry = {variable, resident};
  return resident;
}

}  // namespace kassay::optimized::device
