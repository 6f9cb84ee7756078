// Headers of trace packets.

#include "traces/words/packet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace xdnasim::words {
namespace {

TEST(PacketHeader, HasTheWordsOfRecordings) {
    EXPECT_EQ(header_word({{Module::Core, {1, 2}}, 1}), 0x0022'0001U);
    EXPECT_EQ(header_word({{Module::Core, {0, 2}}, 1}), 0x8002'0001U);
    EXPECT_EQ(header_word({{Module::Memory, {1, 2}}, 2}), 0x8022'1002U);
}

TEST(PacketHeader, HasTheTypeAndTheTileOfAnyPacket) {
    EXPECT_EQ(header_word(5, 0, {0, 1}), 0x0001'0005U);
    EXPECT_EQ(header_word(5, 7, {0, 1}), 0x8001'7005U);
    EXPECT_EQ(header_word(31, 0, {7, 0}), 0x80E0'001FU);
    EXPECT_EQ(header_word(0, 0, {0, 10}), 0x800A'0000U);
    EXPECT_EQ(packet_id(0x0001'0005U), 5);
    EXPECT_THROW(static_cast<void>(header_word(0, 8, {0, 1})), base::InputError);
    EXPECT_THROW(static_cast<void>(header_word(0, 0, {0, 32})), base::InputError);
}

TEST(PacketHeader, IsReadBack) {
    for (const Module module : {Module::Core, Module::Memory, Module::Shim, Module::MemTile})
        for (int column = 0; column < 128; column += 9)
            for (int row = 0; row < 8; ++row) {
                const PacketHeader header{{module, {column, row}}, (column + row) % 32};
                EXPECT_EQ(parse_header(header_word(header)), header);
            }
}

TEST(PacketHeader, IsRefusedWithAnyOneBitWrong) {
    const std::uint32_t word = header_word({{Module::Core, {1, 2}}, 1});
    for (unsigned bit = 0; bit < 32; ++bit)
        EXPECT_EQ(parse_header(word ^ 1U << bit), std::nullopt) << bit;
}

TEST(PacketHeader, HasNoWordForWhatDoesNotFit) {
    EXPECT_THROW(static_cast<void>(header_word({{Module::Core, {128, 2}}, 1})), base::InputError);
    EXPECT_THROW(static_cast<void>(header_word({{Module::Core, {0, 8}}, 1})), base::InputError);
    EXPECT_THROW(static_cast<void>(header_word({{Module::Core, {0, 2}}, 32})), base::InputError);
}

}  // namespace
}  // namespace xdnasim::words
