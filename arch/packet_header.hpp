#pragma once
// The fields of a packet's header word that say where it goes and what it is: bits 4:0 and 14:12,
// the same in every array and in every register that holds one of them (AM020, Packet-Switched
// Streams; AM025).

namespace xdnasim::arch {

inline constexpr int kPacketIdBits = 5;
inline constexpr int kPacketTypeBits = 3;
inline constexpr int kPacketTypeShift = 12;

inline constexpr int kMaxPacketId = (1 << kPacketIdBits) - 1;
inline constexpr int kMaxPacketType = (1 << kPacketTypeBits) - 1;

}  // namespace xdnasim::arch
