#pragma once
// The operations of an instruction stream, and the stream itself: header and operations.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/error.hpp"

namespace xdnasim::txn {

/// Bytes in a word of a register, and of the stream.
inline constexpr auto kWordBytes = static_cast<std::uint32_t>(arch::kWord.count());

/// A register of a tile. Columns count from the first one of the partition.
struct Register {
    arch::TileId tile;
    std::uint32_t offset = 0;
    auto operator<=>(const Register&) const = default;
};

/// Column 31:25, row 24:20, offset 19:0.
[[nodiscard]] Register register_at(std::uint32_t address);
/// Precondition: the tile and the offset fit into their fields.
[[nodiscard]] std::uint32_t address_of(const Register& at);
[[nodiscard]] std::string to_string(const Register& at);  // "0x1D000 of (2,0)"

struct Write {
    Register at;
    std::uint32_t value = 0;
    bool operator==(const Write&) const = default;
};

/// Consecutive registers.
struct BlockWrite {
    Register at;
    std::vector<std::uint32_t> data;
    bool operator==(const BlockWrite&) const = default;
};

/// Changes the bits of `mask` alone.
struct MaskWrite {
    Register at;
    std::uint32_t value = 0;
    std::uint32_t mask = 0;
    bool operator==(const MaskWrite&) const = default;
};

/// Waits until the bits of `mask` have their `value`.
struct MaskPoll {
    Register at;
    std::uint32_t value = 0;
    std::uint32_t mask = 0;
    bool busy = false;
    bool operator==(const MaskPoll&) const = default;
};

struct Noop {
    bool operator==(const Noop&) const = default;
};

/// Here the array may be given to somebody else.
struct Preempt {
    int level = 0;
    bool operator==(const Preempt&) const = default;
};

/// Loads another design.
struct LoadPdi {
    int id = 0;
    std::uint32_t size = 0;
    std::uint64_t address = 0;
    bool operator==(const LoadPdi&) const = default;
};

/// How instructions tell the directions of DMA channels apart.
[[nodiscard]] constexpr int direction_bit(arch::Direction direction) {
    return direction == arch::Direction::S2MM ? 0 : 1;
}
/// Precondition: `bit` is 0 or 1.
[[nodiscard]] constexpr arch::Direction direction_of_bit(std::uint32_t bit) {
    return bit == 0 ? arch::Direction::S2MM : arch::Direction::MM2S;
}

/// Waits for a task-complete token (TCT) of `channel` of each tile in a rectangle.
struct AwaitTokens {
    arch::TileId first;
    arch::Direction direction = arch::Direction::S2MM;
    int channel = 0;
    int rows = 1;
    int columns = 1;
    bool operator==(const AwaitTokens&) const = default;
};

/// DDR_PATCH: the address that begins in register `at` of a BD becomes that of host buffer
/// `argument` and `plus` bytes, whatever it was.
struct PatchAddress {
    Register at;
    std::uint32_t argument = 0;
    std::uint32_t plus = 0;
    bool operator==(const PatchAddress&) const = default;
};

/// An operation whose length is known and little else.
struct Opaque {
    std::uint8_t code = 0;
    std::vector<std::uint32_t> words;  ///< all of it, code included
    bool operator==(const Opaque&) const = default;
};

using Operation = std::variant<Write, BlockWrite, MaskWrite, MaskPoll, Noop, Preempt, LoadPdi,
                               AwaitTokens, PatchAddress, Opaque>;

/// In word 0 of an operation, bits 7:0.
enum class Code : std::uint8_t {
    Write = 0,
    BlockWrite = 1,
    BlockSet = 2,
    MaskWrite = 3,
    MaskPoll = 4,
    Noop = 5,
    Preempt = 6,
    MaskPollBusy = 7,
    LoadPdi = 8,
    LoadPmStart = 9,
    CreateScratchpad = 10,
    UpdateReg = 12,
    Tct = 0x80,
    DdrPatch = 0x81,
    ReadRegs = 0x82,
    RecordTimer = 0x83,
    MergeSync = 0x84,
};

/// As mlir-aie spells it: "BLOCKWRITE"; "operation 0x7F" when there is none of that code.
[[nodiscard]] std::string name_of(std::uint8_t code);

// The container: a header and operations, as the 32-bit words of an instruction file.

/// V0_1 is what mlir-aie writes; V1_0, whose operations are shorter, what it wrote from 2024-12 to
/// 2025-03.
enum class Version : std::uint8_t { V0_1, V1_0 };

struct Header {
    Version version = Version::V0_1;
    int generation = 0;  ///< of the device (header_number)
    int rows = 0;
    int columns = 0;
    int mem_tile_rows = 0;
    bool operator==(const Header&) const = default;
};

/// The number by which a header names a generation.
[[nodiscard]] int header_number(arch::Generation generation);

[[nodiscard]] Header header_for(const arch::Device& device);

struct PlacedOperation {
    std::size_t word = 0;  ///< where it begins in the stream
    Operation operation;
};

struct Stream {
    Header header;
    std::vector<PlacedOperation> operations;
};

/// What is wrong at a word of a stream.
class StreamError : public base::InputError {
 public:
    StreamError(std::size_t word, const std::string& what);
    [[nodiscard]] std::size_t word() const noexcept { return word_; }
    [[nodiscard]] const std::string& what_is_wrong() const noexcept { return wrong_; }

 private:
    std::size_t word_;
    std::string wrong_;
};

/// Throws StreamError.
[[noreturn]] void refuse(std::size_t word, const std::string& what);

/// Throws InputError, with the word, for what is not a whole stream of either version.
[[nodiscard]] Stream read_stream(std::span<const std::uint32_t> words);

/// Throws InputError when the stream is longer than its header can say.
[[nodiscard]] std::vector<std::uint32_t> write_stream(const Header& header,
                                                      std::span<const Operation> operations);

}  // namespace xdnasim::txn
