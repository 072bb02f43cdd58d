// Expecting a FileError, and judging its message.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "spec/lib/error.h"

namespace kassay {

// The message of the FileError that `action` must throw.
template <class Action>
std::string file_error(Action&& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no FileError";
  return "";
}

}  // namespace kassay
