#pragma once
// Files of instructions: insts.txt with a word of eight hexadecimal digits a line, insts.bin with
// the words as they are, little-endian.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace xdnasim::design {

/// Throws InputError for a file that is neither.
[[nodiscard]] std::vector<std::uint32_t> load_instructions(const std::filesystem::path& file);

}  // namespace xdnasim::design
