#pragma once
// Any words as an NPU instruction stream.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace xdnasim::fuzz {

inline constexpr std::size_t kMaxStreamWords = 1024;

/// Decodes the words for a small npu1; the message of the InputError that refuses them, "" when
/// they are taken. Throws std::logic_error when their operations, written again, are other ones.
[[nodiscard]] std::string refusal_of_stream(std::span<const std::uint32_t> words);

/// A stream that is taken, with every kind of operation that a runtime sequence has.
[[nodiscard]] std::span<const std::uint32_t> example_stream();

}  // namespace xdnasim::fuzz
