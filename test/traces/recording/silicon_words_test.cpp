// The first words of two recordings from silicon (XDNA, npu1), decoded from memory. The expected
// values were worked out apart from this project's decoders, frame by frame, from the layout in
// mlir-aie's python/utils/trace/utils.py. Those of the first recording agree with what that parser
// prints for it.

#include <array>
#include <map>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/temporary_folder.hpp"
#include "traces/recording/config.hpp"
#include "traces/recording/decode.hpp"

namespace xdnasim::recording {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using words::Module;

/// Xilinx/mlir-aie, test/parse-trace/test2 (Apache-2.0 with LLVM exceptions): its first 3 packets.
constexpr std::array<std::uint32_t, 24> kVectorKernel{
    0x00220001, 0xf0000000, 0x0003ed9c, 0x00dbfffe, 0xdbffdbff, 0xdbffdbff, 0xda5fc090, 0xd90530fe,
    0x00220001, 0xc28030e1, 0xc09030fe, 0xc28030e1, 0xc090d8f0, 0x00c090e7, 0x30e1c880, 0x30e8c0c0,
    0x00220001, 0x30e1c0c0, 0x30e1c0c0, 0x30e1c0c0, 0x30e1c0c0, 0x30e1c0c0, 0x30e1c0c0, 0x30e1c0c0};
/// The slots that the design configured, for the column that it was made for.
constexpr const char* kVectorKernelSlots = R"({"device": "npu1", "streams": [
    {"module": "core", "row": 2, "col": 0, "slots": [26, 34, 37, 75, 79, 44, 45, 33]}]})";

/// FIM43-Redeye/xdna-emu (MIT), add_one with object FIFOs: its first 5 packets.
constexpr std::array<std::uint32_t, 40> kAddOne{
    0x00220002, 0xf0000000, 0x0004f27b, 0x70dbfffe, 0xdbffdbff, 0xdbffdbff, 0xdbffdbff, 0xdaf3c880,
    0x00213001, 0xf0000000, 0x0004f279, 0xa01ec400, 0xee0100ee, 0x01c050e7, 0x00c050e5, 0x20c05000,
    0x00220002, 0xe770c880, 0xe6303130, 0xe65030e1, 0xc88030e4, 0x98117234, 0x30e4c480, 0x30714840,
    0x00220002, 0xc30040e1, 0xc90040e1, 0x58729816, 0x723530e3, 0xc48030e1, 0x704840e6, 0x51725a72,
    0x00220002, 0x98167234, 0x30e4c480, 0x307149fe, 0xc30040e1, 0xc90040e2, 0x57729816, 0x723530e3};

/// Intervals of cycles: the first cycle, and the one behind the last.
using Intervals = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// When each slot was asserted, by stream and slot.
class AssertedSlots final : public Listener {
 public:
    void on_levels(int stream, std::span<const words::Level> levels) override {
        for (const words::Level& level : levels)
            for (int slot = 0; slot < words::kSlots; ++slot) {
                Intervals& own = intervals_[{stream, slot}];
                const bool open = !own.empty() && own.back().second == 0;
                const bool asserted = (level.mask() >> static_cast<unsigned>(slot) & 1) != 0;
                if (asserted && !open) own.emplace_back(level.cycle(), 0);
                if (!asserted && open) own.back().second = level.cycle();
            }
    }
    [[nodiscard]] Intervals of(int stream, int slot) const { return intervals_.at({stream, slot}); }

 private:
    std::map<std::pair<int, int>, Intervals> intervals_;
};

TEST(WordsOfSilicon, OfMlirAiesVectorKernelGiveTheEventsOfItsCore) {
    AssertedSlots heard;
    WordsInMemory words{"test2", kVectorKernel};
    const Decoded decoded = decode(words, words::Reading::AsWritten, heard);
    EXPECT_EQ(decoded.words, 24U);
    EXPECT_EQ(decoded.faults.count(), 0U);
    ASSERT_EQ(decoded.streams.size(), 1U);
    const words::StreamState& core = decoded.streams.front();
    EXPECT_EQ(core.header.unit, (words::Unit{Module::Core, {1, 2}}));
    EXPECT_EQ(core.header.id, 1);
    EXPECT_EQ(core.levels.start_timer(), 0x3ed9cU);
    EXPECT_EQ(core.levels.last_cycle(), 6278U);
    EXPECT_FALSE(core.levels.stop_cycle().has_value());

    const TemporaryFolder folder;
    const auto units = units_of(decoded.streams);
    const SlotNames names{load_config(folder.write("config.json", kVectorKernelSlots)), units};
    EXPECT_EQ(names.note(), "the configuration's units are moved by +1 column");
    const auto intervals_of = [&](std::string_view event) {
        return heard.of(0, names.slot_of(core.header.unit, event).value());
    };
    // 1 + 5 x 1023 + 607 cycles of slot 0, one more with slot 3, and 261 that repeat it.
    EXPECT_THAT(intervals_of("LOCK_STALL"),
                ElementsAre(Pair(1, 5986), Pair(5990, 5991), Pair(5995, 6245)));
    // The last words leave the second interval open.
    EXPECT_THAT(intervals_of("PORT_RUNNING_0"), ElementsAre(Pair(5724, 6236), Pair(6237, 6279)));
    EXPECT_THAT(intervals_of("INSTR_LOCK_ACQUIRE_REQ"),
                ElementsAre(Pair(5987, 5988), Pair(5992, 5993)));
    EXPECT_THAT(intervals_of("INSTR_EVENT_0"), ElementsAre(Pair(6247, 6248)));
    EXPECT_THAT(intervals_of("INSTR_EVENT_1"), IsEmpty());
    EXPECT_THAT(
        intervals_of("INSTR_VECTOR"),  // every third cycle
        ElementsAre(Pair(6257, 6258), Pair(6260, 6261), Pair(6263, 6264), Pair(6266, 6267),
                    Pair(6269, 6270), Pair(6272, 6273), Pair(6275, 6276), Pair(6278, 6279)));
}

TEST(WordsOfSilicon, OfXdnaEmusAddOneAreThoseOfACoreAndAMemTile) {
    AssertedSlots heard;
    WordsInMemory words{"add_one", kAddOne};
    const Decoded decoded = decode(words, words::Reading::AsWritten, heard);
    EXPECT_EQ(decoded.words, 40U);
    EXPECT_EQ(decoded.faults.count(), 0U);
    EXPECT_THAT(units_of(decoded.streams), ElementsAre(words::Unit{Module::Core, {1, 2}},
                                                       words::Unit{Module::MemTile, {1, 1}}));
    constexpr int kCoreStream = 0;
    constexpr int kMemTileStream = 1;
    // The MemTile is nearer to the ShimTile that starts both units, by two cycles.
    EXPECT_EQ(decoded.streams.at(kCoreStream).levels.start_timer(), 0x4f27bU);
    EXPECT_EQ(decoded.streams.at(kMemTileStream).levels.start_timer(), 0x4f279U);
    EXPECT_EQ(decoded.streams.at(kCoreStream).levels.last_cycle(), 8194U);
    EXPECT_EQ(decoded.streams.at(kMemTileStream).levels.last_cycle(), 7929U);
    // Objects of 8 words come to the core, and leave it.
    EXPECT_THAT(
        heard.of(kCoreStream, 3),
        ElementsAre(Pair(7918, 7926), Pair(7927, 7935), Pair(7936, 7944), Pair(7945, 7953),
                    Pair(7978, 7986), Pair(8047, 8055), Pair(8121, 8129), Pair(8190, 8195)));
    EXPECT_THAT(heard.of(kCoreStream, 4),
                ElementsAre(Pair(7996, 8004), Pair(8064, 8072), Pair(8140, 8148)));
    EXPECT_THAT(heard.of(kCoreStream, 5),
                ElementsAre(Pair(7944, 7945), Pair(7998, 7999), Pair(8012, 8013), Pair(8073, 8074),
                            Pair(8087, 8088), Pair(8141, 8142), Pair(8155, 8156)));
    EXPECT_THAT(heard.of(kMemTileStream, 0), ElementsAre(Pair(7877, 7893), Pair(7894, 7910),
                                                         Pair(7911, 7927), Pair(7928, 7930)));
    EXPECT_THAT(heard.of(kMemTileStream, 2), ElementsAre(Pair(7912, 7920), Pair(7921, 7929)));
    EXPECT_THAT(heard.of(kMemTileStream, 5), IsEmpty());
}

}  // namespace
}  // namespace xdnasim::recording
