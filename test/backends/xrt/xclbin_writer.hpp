#pragma once
// Writes files that XRT takes for a built design: one kernel and the host's memory, no hardware.

#include <filesystem>
#include <string>

namespace xdnasim::test {

/// `buffers`: the kernel's arguments behind its opcode, instructions and their number.
void write_xclbin(const std::filesystem::path& file, const std::string& kernel, int buffers = 5);

}  // namespace xdnasim::test
