// The values that a plug-in knows by handles: its own objects, and functions of the program.
//
// A handle is a unique number that looks like a pointer. So a lookup detects stale and invalid handles
// without dereferencing them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "conformance/abi/kassay_backend.h"
#include "spec/lib/value.h"

namespace kassay::plugin {

class Objects;

// A value with a handle, which is valid as long as the value lives.
class Referent : public Callable {
 public:
  explicit Referent(Objects& objects);
  Referent(const Referent&) = delete;
  ~Referent() override;
  kassay_object* handle() const { return handle_; }

 private:
  Objects& objects_;
  kassay_object* handle_;
};

// An object of the plug-in; the program can call it if the plug-in supports that.
class PluginObject : public Object, public Referent {
 public:
  using Call = std::function<std::vector<Value>(kassay_object*, const Arguments&)>;
  PluginObject(Objects& objects, void* data, void (*destroy)(void*), std::string description,
               const Call& call)
      : Referent(objects),
        data_(data),
        destroy_(destroy),
        description_(std::move(description)),
        call_(call) {}
  // An exception from `destroy` ends the process, because no caller can catch it.
  ~PluginObject() override {
    if (destroy_ != nullptr) destroy_(data_);
  }
  void* data() const { return data_; }
  std::string describe() const override { return description_; }
  std::vector<Value> call(const Arguments& arguments) const override {
    return call_(handle(), arguments);
  }

 private:
  void* data_;
  void (*destroy_)(void*);
  std::string description_;
  const Call& call_;
};

class Objects {
 public:
  // A new PluginObject; `arguments` are those of its constructor after `objects`. Its handle is valid as
  // long as the result lives.
  template <class... Arguments>
  std::shared_ptr<const Referent> make(Arguments&&... arguments) {
    return add(std::make_shared<PluginObject>(*this, std::forward<Arguments>(arguments)...));
  }
  // Gives a handle to a function of the running program.
  std::shared_ptr<const Referent> lend(const Function& function);
  // Functions lent so far can no longer be called.
  void end_program() { ++program_; }

  // Throws Breach if the handle is stale or was never made.
  std::shared_ptr<const Referent> find(kassay_object* handle) const;
  void retain(kassay_object* handle);
  // Throws Breach if the object was not retained.
  void release(kassay_object* handle);

 private:
  friend class Referent;
  class LentFunction;
  struct Retained {
    std::shared_ptr<const Referent> referent;
    std::int64_t count = 0;
  };

  std::shared_ptr<const Referent> add(std::shared_ptr<const Referent> referent);

  std::uintptr_t last_handle_ = 0;
  std::uint64_t program_ = 0;
  std::unordered_map<const kassay_object*, std::weak_ptr<const Referent>> live_;
  std::unordered_map<const kassay_object*, Retained> retained_;
};

}  // namespace kassay::plugin
