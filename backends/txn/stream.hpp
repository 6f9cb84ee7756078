#pragma once
// The container: a header and operations, as the 32-bit words of an instruction file.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/txn/operations.hpp"

namespace xdnasim::txn {

/// V0_1 is what mlir-aie writes; V1_0, whose operations are shorter, what it wrote from 2024-12 to
/// 2025-03.
enum class Version : std::uint8_t { V0_1, V1_0 };

struct Header {
    Version version = Version::V0_1;
    int generation = 0;  ///< of the device: 3 npu1, 4 npu2
    int rows = 0;
    int columns = 0;
    int mem_tile_rows = 0;
    bool operator==(const Header&) const = default;
};

/// Throws InputError for a device of a generation that has no number.
[[nodiscard]] Header header_for(const arch::Device& device);

struct PlacedOperation {
    std::size_t word = 0;  ///< where it begins in the stream
    Operation operation;
};

struct Stream {
    Header header;
    std::vector<PlacedOperation> operations;
};

/// Throws InputError: what is wrong at `word` of a stream.
[[noreturn]] void refuse(std::size_t word, const std::string& what);

/// Throws InputError, with the word, for what is no whole stream of either version.
[[nodiscard]] Stream read_stream(std::span<const std::uint32_t> words);

/// Throws InputError when the stream is longer than its header can say.
[[nodiscard]] std::vector<std::uint32_t> write_stream(const Header& header,
                                                      std::span<const Operation> operations);

}  // namespace xdnasim::txn
