#pragma once
// Trials of arbitrary words as an NPU's instruction stream.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace xdnasim::fuzz {

/// Maximum number of words of a stream that is tried.
inline constexpr std::size_t kMaxStreamWords = 1024;

/// Decodes the words for a small npu1. Returns the message of the InputError that refuses them;
/// empty if they are accepted. Throws std::logic_error if the operations change when they are
/// encoded and decoded again.
[[nodiscard]] std::string refusal_of_stream(std::span<const std::uint32_t> words);

/// Returns a valid stream with all kinds of operations of a runtime sequence.
[[nodiscard]] std::span<const std::uint32_t> example_stream();

}  // namespace xdnasim::fuzz
