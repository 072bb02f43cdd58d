#include "conformance/plugin/objects.h"

#include "conformance/plugin/breach.h"
#include "spec/lib/error.h"

namespace kassay::plugin {

Referent::Referent(Objects& objects)
    : objects_(objects), handle_(reinterpret_cast<kassay_object*>(++objects.last_handle_)) {}

Referent::~Referent() { objects_.live_.erase(handle_); }

class Objects::LentFunction : public Referent {
 public:
  LentFunction(Objects& objects, Function function)
      : Referent(objects),
        function_(std::move(function)),
        objects_(objects),
        program_(objects.program_) {}
  std::vector<Value> call(const Arguments& arguments) const override {
    // It refers to values that were destroyed with its program.
    if (program_ != objects_.program_) {
      throw ApiError(ErrorKind::kOther, "the function belongs to a program that has ended");
    }
    return function_->call(arguments);
  }

 private:
  Function function_;
  const Objects& objects_;
  std::uint64_t program_;
};

std::shared_ptr<const Referent> Objects::add(std::shared_ptr<const Referent> referent) {
  live_.emplace(referent->handle(), referent);
  return referent;
}

std::shared_ptr<const Referent> Objects::lend(const Function& function) {
  if (auto known = std::dynamic_pointer_cast<const Referent>(function)) return known;
  return add(std::make_shared<LentFunction>(*this, function));
}

std::shared_ptr<const Referent> Objects::find(kassay_object* handle) const {
  const auto found = live_.find(handle);
  auto referent = found == live_.end() ? nullptr : found->second.lock();
  if (referent) return referent;
  throw Breach(reinterpret_cast<std::uintptr_t>(handle) - 1 < last_handle_
                   ? "used a handle after its object was destroyed"
                   : "used a handle that the host never made");
}

void Objects::retain(kassay_object* handle) {
  Retained& retained = retained_[handle];
  retained.referent = find(handle);
  ++retained.count;
}

void Objects::release(kassay_object* handle) {
  const auto found = retained_.find(handle);
  if (found == retained_.end()) {
    find(handle);
    throw Breach("released an object that it had not retained");
  }
  if (--found->second.count > 0) return;
  // Extracted first, because `destroy` may release other objects.
  const auto last = retained_.extract(found);
}

}  // namespace kassay::plugin
