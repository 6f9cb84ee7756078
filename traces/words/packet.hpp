#pragma once
// The packets that a trace unit sends: a header word and seven words of payload.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "arch/packet_header.hpp"
#include "traces/words/unit.hpp"

namespace xdnasim::words {

inline constexpr std::size_t kPacketWords = 8;
inline constexpr std::int64_t kPacketBytes = kPacketWords * sizeof(std::uint32_t);
inline constexpr std::size_t kPayloadWords = kPacketWords - 1;
inline constexpr std::uint32_t kFillerWord = 0xFEFEFEFE;   ///< completes a packet
inline constexpr std::uint32_t kPrefillWord = 0xA5A5A5A5;  ///< some hosts fill buffers with it

/// The largest that fit into the fields of a header.
inline constexpr int kMaxHeaderRow = 7;
inline constexpr int kMaxHeaderColumn = 127;
using arch::kMaxPacketId;

struct PacketHeader {
    Unit unit;
    int id = 0;  ///< of the packet route; says nothing about the unit
    bool operator==(const PacketHeader&) const = default;
};

/// Throws InputError when a field does not fit.
[[nodiscard]] std::uint32_t header_word(const PacketHeader& header);

/// nullopt: `word` is no header of a trace unit; its parity or a fixed bit is wrong.
[[nodiscard]] std::optional<PacketHeader> parse_header(std::uint32_t word);

/// Units that a header can tell apart: modules, rows, columns.
inline constexpr std::size_t kHeaderUnits =
    std::size_t{4} * (kMaxHeaderRow + 1) * (kMaxHeaderColumn + 1);

/// Of the unit that `word` names, if it is a header: a number less than kHeaderUnits.
[[nodiscard]] std::size_t unit_number(std::uint32_t word);

}  // namespace xdnasim::words
