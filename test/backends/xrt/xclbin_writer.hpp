#pragma once
// Writer of xclbin files that XRT accepts as a built design: one kernel and the host's memory,
// without any hardware.

#include <filesystem>
#include <string>

namespace xdnasim::test {

/// `buffers`: number of the kernel's arguments after opcode, instructions and instruction count.
void write_xclbin(const std::filesystem::path& file, const std::string& kernel, int buffers = 5);

}  // namespace xdnasim::test
