// The host's side of the interface: the table that a plug-in calls back, and the checks around each call
// of the plug-in.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "conformance/abi/kassay_backend.h"
#include "conformance/plugin/call_frame.h"
#include "conformance/plugin/objects.h"
#include "spec/lib/value.h"

namespace kassay::plugin {

class Host {
 public:
  Host() = default;
  Host(const Host&) = delete;

  const kassay_host* table() const { return &table_; }

  // Sets how to call objects of the plug-in, if it supports that.
  void set_call_object(PluginObject::Call call) { call_object_ = std::move(call); }
  void end_program() { objects_.end_program(); }

  // Calls the plug-in by `invoke`. Throws the exception for its error, Violation if it broke the
  // contract, AlteredInput if it changed an argument.
  using Invoke = std::function<kassay_error*(const kassay_arguments*, kassay_results*)>;
  std::vector<Value> call(const std::string& function, const Arguments& arguments,
                          const Invoke& invoke);

 private:
  // The table that the plug-in gets; its calls find the host through it.
  struct Table : kassay_host {
    Host* host;
  };
  static kassay_host functions();
  // These functions never throw, because an exception would cross the plug-in's stack frames.
  static kassay_error* error(const kassay_host*, std::int32_t kind, const char* message);
  static void give(const kassay_host*, kassay_results*, const kassay_value*);
  static DLTensor* new_tensor(const kassay_host*, DLDataType, std::int32_t rank,
                              const std::int64_t* shape);
  static kassay_object* object(const kassay_host*, void* data, void (*destroy)(void*),
                               const char* description);
  static void* object_data(const kassay_host*, kassay_object*);
  static void retain(const kassay_host*, kassay_object*);
  static void release(const kassay_host*, kassay_object*);
  static kassay_error* call_function(const kassay_host*, kassay_object*, const kassay_arguments*,
                                     std::size_t* count, const kassay_value** values);

  template <class Body>
  static auto protect(const kassay_host* host, Body body) noexcept;
  // Runs `body` as a checked part of a call, and keeps the first exception until the plug-in has
  // returned.
  template <class Body>
  void note_failure(Body body) noexcept;
  CallFrame& frame();
  CallFrame& frame_of(const kassay_results* results);

  const Table table_ = {functions(), this};
  Objects objects_;
  PluginObject::Call call_object_;
  std::uintptr_t last_call_ = 0;
  std::vector<CallFrame*> frames_;  // of the calls in progress, innermost last
  std::exception_ptr failure_;
};

}  // namespace kassay::plugin
