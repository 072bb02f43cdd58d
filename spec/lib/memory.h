// Memory for the elements of tensors.
#pragma once

#include <cstddef>
#include <memory>

namespace kassay {

// At least `bytes` bytes, aligned to a cache line, with unspecified contents. Large blocks use huge pages if the system has
// them, and released ones are kept for the next request of the same size: the first touch of a page often costs more than a
// computation on it. Any thread may allocate and release. Throws std::bad_alloc.
std::shared_ptr<std::byte> unspecified_memory(std::size_t bytes);

}  // namespace kassay
