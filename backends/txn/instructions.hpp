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

/// Bytes in a word, which is the size of a register and of a word of the stream.
inline constexpr auto kWordBytes = static_cast<std::uint32_t>(arch::kWord.count());

/// A register of a tile: `offset` is in bytes within the tile. Columns count from the first one of
/// the partition.
struct Register {
    arch::TileId tile;
    std::uint32_t offset = 0;
    auto operator<=>(const Register&) const = default;
};

/// Splits an address into its fields: column in bits 31:25, row in 24:20, offset in 19:0.
[[nodiscard]] Register register_at(std::uint32_t address);
/// Precondition: the tile and the offset fit into their fields.
[[nodiscard]] std::uint32_t address_of(const Register& at);
[[nodiscard]] std::string to_string(const Register& at);  // "0x1D000 of (2,0)"

struct Write {
    Register at;
    std::uint32_t value = 0;
    bool operator==(const Write&) const = default;
};

/// Writes consecutive registers.
struct BlockWrite {
    Register at;
    std::vector<std::uint32_t> data;
    bool operator==(const BlockWrite&) const = default;
};

/// Writes only those bits of a register that are set in `mask`.
struct MaskWrite {
    Register at;
    std::uint32_t value = 0;
    std::uint32_t mask = 0;
    bool operator==(const MaskWrite&) const = default;
};

/// Waits until the bits of a register that are set in `mask` equal `value`. `busy`: the operation
/// is a MASKPOLL_BUSY.
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

/// Marks a point at which the firmware may preempt the run and give the array to another context.
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

/// Returns the bit that encodes a direction in instructions: 0 for S2MM, 1 for MM2S.
[[nodiscard]] constexpr int direction_bit(arch::Direction direction) {
    return direction == arch::Direction::S2MM ? 0 : 1;
}
/// Inverse of direction_bit(). Precondition: `bit` is 0 or 1.
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

/// DDR_PATCH: replaces the address in a BD, whose low word is register `at`, by the address of host
/// buffer `argument` plus `plus` bytes.
struct PatchAddress {
    Register at;
    std::uint32_t argument = 0;
    std::uint32_t plus = 0;
    bool operator==(const PatchAddress&) const = default;
};

/// An operation of which only code and length are interpreted.
struct Opaque {
    std::uint8_t code = 0;
    std::vector<std::uint32_t> words;  ///< all words of the operation, code included
    bool operator==(const Opaque&) const = default;
};

using Operation = std::variant<Write, BlockWrite, MaskWrite, MaskPoll, Noop, Preempt, LoadPdi,
                               AwaitTokens, PatchAddress, Opaque>;

/// Codes of operations, in bits 7:0 of an operation's word 0.
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

/// Returns the name as mlir-aie spells it: "BLOCKWRITE"; "operation 0x7F" for an unknown code.
[[nodiscard]] std::string name_of(std::uint8_t code);

// The container: a header and operations, as the 32-bit words of an instruction file.

/// Versions of the container. mlir-aie writes V0_1, except from 2024-12 to 2025-03, when it wrote
/// V1_0, which has shorter operations.
enum class Version : std::uint8_t { V0_1, V1_0 };

struct Header {
    Version version = Version::V0_1;
    int generation = 0;  ///< generation of the device, as header_number()
    int rows = 0;
    int columns = 0;
    int mem_tile_rows = 0;
    bool operator==(const Header&) const = default;
};

/// Returns the number of a generation in a header: 3 for AIE-ML, 4 for AIE2P.
[[nodiscard]] int header_number(arch::Generation generation);

[[nodiscard]] Header header_for(const arch::Device& device);

struct PlacedOperation {
    std::size_t word = 0;  ///< index of the operation's first word in the stream
    Operation operation;
};

struct Stream {
    Header header;
    std::vector<PlacedOperation> operations;
};

/// An error at a word of a stream.
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

/// Reads a stream of either version, or an early one without a header (is_early_stream). Throws
/// StreamError if the words are not exactly one whole stream.
[[nodiscard]] Stream read_stream(std::span<const std::uint32_t> words);

/// Writes a stream. Throws InputError if its length in bytes does not fit into the header's field.
[[nodiscard]] std::vector<std::uint32_t> write_stream(const Header& header,
                                                      std::span<const Operation> operations);

}  // namespace xdnasim::txn
