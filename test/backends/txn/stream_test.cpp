#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/txn/instructions.hpp"
#include "test/support/input_error.hpp"

namespace xdnasim::txn {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kV01 = 0x06030100;  // npu1: generation 3, 6 rows
constexpr std::uint32_t kV10 = 0x06030001;
constexpr std::uint32_t kTiles = 0x00000104;  // 4 columns, 1 row of MemTiles

Words stream_of(std::uint32_t version, std::uint32_t operations, const Words& words) {
    Words stream{version, kTiles, operations, static_cast<std::uint32_t>(4 * (words.size() + 4))};
    stream.insert(stream.end(), words.begin(), words.end());
    return stream;
}

Operation only_operation(const Words& stream) {
    const Stream read = read_stream(stream);
    EXPECT_EQ(read.operations.size(), 1U);
    return read.operations.front().operation;
}

std::string refusal_of_words(const Words& stream) {
    return input_error([&] { return read_stream(stream); });
}

TEST(TxnStream, TellsTheDeviceOfItsHeader) {
    const Header header = read_stream(stream_of(kV01, 0, {})).header;
    EXPECT_EQ(header, (Header{Version::V0_1, 3, 6, 4, 1}));
    EXPECT_EQ(read_stream(stream_of(kV10, 0, {})).header.version, Version::V1_0);
}

TEST(TxnStream, SplitsAddressesIntoColumnRowAndOffset) {
    EXPECT_EQ(register_at(0x0401D204), (Register{{2, 0}, 0x1D204}));
    EXPECT_EQ(register_at(0x06334000), (Register{{3, 3}, 0x34000}));
    for (const std::uint32_t address : {0U, 0x0401D204U, 0xFFFFFFFFU})
        EXPECT_EQ(address_of(register_at(address)), address);
}

struct Sample {
    const char* name;
    Operation operation;
    Words v0_1;
    Words v1_0;
};

const std::vector<Sample>& samples() {
    static const std::vector<Sample> all{
        {"WRITE",
         Write{{{1, 0}, 0x1D204}, 0x80010000},
         {0, 0, 0x0201D204, 0, 0x80010000, 24},
         {0, 0x0201D204, 0x80010000}},
        {"BLOCKWRITE",
         BlockWrite{{{0, 0}, 0x1D000}, {7, 8}},
         {1, 0, 0x1D000, 24, 7, 8},
         {1, 0x1D000, 20, 7, 8}},
        {"MASKWRITE",
         MaskWrite{{{0, 0}, 0x1D200}, 0xF00, 0xF01},
         {3, 0, 0x1D200, 0, 0xF00, 0xF01, 28},
         {3, 0x1D200, 0xF00, 0xF01}},
        {"MASKPOLL",
         MaskPoll{{{0, 0}, 0x1D220}, 1, 3, false},
         {4, 0, 0x1D220, 0, 1, 3, 28},
         {4, 0x1D220, 1, 3}},
        {"MASKPOLL_BUSY",
         MaskPoll{{{0, 0}, 0x1D220}, 1, 3, true},
         {7, 0, 0x1D220, 0, 1, 3, 28},
         {7, 0x1D220, 1, 3}},
        {"NOOP", Noop{}, {5}, {5}},
        {"PREEMPT", Preempt{2}, {0x206}, {0x206}},
        {"LOAD_PDI", LoadPdi{3, 64, 0x100000002}, {0x30008, 64, 2, 1}, {0x30008, 64, 2, 1}},
        {"TCT",
         AwaitTokens{{2, 0}, arch::Direction::MM2S, 1, 1, 3},
         {0x80, 16, 0x00020001, 0x01030100},
         {0x80, 16, 0x00020001, 0x01030100}},
        {"DDR_PATCH",
         PatchAddress{{{0, 0}, 0x1D004}, 2, 4096},
         {0x81, 48, 0, 0, 0, 0, 0x1D004, 0, 2, 0, 4096, 0},
         {0x81, 24, 0x1D004, 2, 4096, 0}},
        // The firmware translates the addresses of arguments 0 to 4. To those of the others,
        // mlir-aie adds the 2 GiB offset at which the array sees host memory.
        {"DDR_PATCH of the fifth argument",
         PatchAddress{{{0, 0}, 0x1D004}, 4, 0x80000040},
         {0x81, 48, 0, 0, 0, 0, 0x1D004, 0, 4, 0, 0x80000040, 0},
         {0x81, 24, 0x1D004, 4, 0x80000040, 0}},
        {"DDR_PATCH of the sixth argument",
         PatchAddress{{{0, 0}, 0x1D004}, 5, 64},
         {0x81, 48, 0, 0, 0, 0, 0x1D004, 0, 5, 0, 0x80000040, 0},
         {0x81, 24, 0x1D004, 5, 0x80000040, 0}},
        {"CREATE_SCRATCHPAD", Opaque{10, {10, 1, 2, 3}}, {10, 1, 2, 3}, {10, 1, 2, 3}},
        {"UPDATE_REG", Opaque{12, {12, 1, 2}}, {12, 1, 2}, {12, 1, 2}},
        {"RECORD_TIMER", Opaque{0x83, {0x83, 12, 9}}, {0x83, 12, 9}, {0x83, 12, 9}},
    };
    return all;
}

TEST(TxnStream, ReadsEveryOperationInBothVersions) {
    for (const Sample& sample : samples()) {
        EXPECT_EQ(only_operation(stream_of(kV01, 1, sample.v0_1)), sample.operation) << sample.name;
        EXPECT_EQ(only_operation(stream_of(kV10, 1, sample.v1_0)), sample.operation) << sample.name;
    }
}

TEST(TxnStream, TakesPatchesOfLaterArgumentsWithoutTheirTranslation) {
    const Words words{0x81, 48, 0, 0, 0, 0, 0x1D004, 0, 5, 0, 64, 0};
    EXPECT_EQ(only_operation(stream_of(kV01, 1, words)),
              Operation(PatchAddress{{{0, 0}, 0x1D004}, 5, 64}));
}

TEST(TxnStream, WritesEveryOperationInBothVersions) {
    for (const Sample& sample : samples()) {
        const std::vector operations{sample.operation};
        EXPECT_EQ(write_stream({Version::V0_1, 3, 6, 4, 1}, operations),
                  stream_of(kV01, 1, sample.v0_1))
            << sample.name;
        EXPECT_EQ(write_stream({Version::V1_0, 3, 6, 4, 1}, operations),
                  stream_of(kV10, 1, sample.v1_0))
            << sample.name;
    }
}

TEST(TxnStream, PlacesOperationsByWord) {
    Words both = samples()[0].v0_1;
    both.push_back(5);
    const Stream stream = read_stream(stream_of(kV01, 2, both));
    EXPECT_EQ(stream.operations[0].word, 4U);
    EXPECT_EQ(stream.operations[1].word, 10U);
}

TEST(TxnStream, RefusesWhatIsCutOff) {
    EXPECT_EQ(refusal_of_words({}),
              "instruction stream, word 0: the stream ends early; its header alone has 4 "
              "words");
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 1, {0, 0, 0x1D204})),
              "instruction stream, word 4: WRITE needs 6 words; 3 are left");
    Words cut = stream_of(kV01, 1, samples()[1].v0_1);
    cut.pop_back();
    EXPECT_EQ(refusal_of_words(cut),
              "instruction stream, word 3: the header says 40 bytes; the stream has "
              "36");
}

/// A stream that begins as mlir-aie's streams did until early 2024.
Words early_stream(const Words& words) {
    Words stream{0x00000011, 0x01000405, 0x01000100, 0x0B590100, 0x000055FF, 0x00000001,
                 0x00000010, 0x314E5A5F, 0x635F5F31, 0x676E696C, 0x39354E5F, 0x6E693131,
                 0x5F727473, 0x64726F77, 0x00004573, 0x07BD9630, 0x000055FF};
    stream.insert(stream.end(), words.begin(), words.end());
    return stream;
}

TEST(TxnStream, ReadsStreamsOfBeforeThereWasAHeader) {
    // BD 1 of column 0 for argument 1, 64 words from byte 16 on; its task with a token; the wait.
    const Stream stream =
        read_stream(early_stream({0x06000111, 0, 64, 16, 0, 0, 0x80000000, 0, 0, 0x02000000,
                                  0x02000000, 0x0001D204, 0x80000001, 0x03000000, 0x00010100}));
    std::vector<Operation> operations;
    for (const PlacedOperation& placed : stream.operations)
        operations.push_back(placed.operation);
    const Register bd{{0, 0}, 0x1D020};
    EXPECT_EQ(operations,
              (std::vector<Operation>{BlockWrite{bd, {64, 0, 0, 0, 0x80000000, 0, 0, 0x02000000}},
                                      PatchAddress{{{0, 0}, 0x1D024}, 1, 16},
                                      Write{{{0, 0}, 0x1D204}, 0x80000001},
                                      MaskWrite{{{0, 0}, 0x1D200}, 0xF00, 0xF00},
                                      AwaitTokens{{0, 0}, arch::Direction::S2MM, 0, 1, 1}}));
    EXPECT_EQ(stream.header, (Header{Version::V0_1, 3, 6, 4, 1}));
}

TEST(TxnStream, SaysWhatOfAStreamWithoutAHeaderIsWrong) {
    EXPECT_EQ(refusal_of_words(early_stream({0x02000000, 0x0001D204})),
              "instruction stream, word 17: an operation of 3 words; 2 are left");
    EXPECT_THAT(refusal_of_words(early_stream({0x09000000})),
                testing::HasSubstr("word 17: operation 9 of a stream without a header"));
}

TEST(TxnStream, RefusesAForeignFile) {
    EXPECT_EQ(refusal_of_words({0x464C457F, 0x00010102, 0, 16}),
              "instruction stream, word 0: version 127.69 of a stream is not known; allowed: 0.1 "
              "and 1.0");
}

TEST(TxnStream, RefusesSizesThatDisagree) {
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 2, {5})),
              "instruction stream, word 2: the header says 2 operations; the stream has 1");
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 1, {0, 0, 0x1D204, 0, 1, 28})),
              "instruction stream, word 9: a WRITE of 28 bytes; it has 24");
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 1, {1, 0, 0x1D000, 10, 7, 8})),
              "instruction stream, word 7: a BLOCKWRITE of 10 bytes; allowed: a multiple of 4, at "
              "least 16");
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 1, {1, 0, 0x1D000, 0, 7, 8})),
              "instruction stream, word 7: a BLOCKWRITE of 0 bytes; allowed: a multiple of 4, at "
              "least 16");
    EXPECT_THAT(refusal_of_words(stream_of(kV01, 1, {1, 0, 0x1D000, 0xFFFFFFFC, 7, 8})),
                testing::HasSubstr("BLOCKWRITE needs 1073741823 words; 6 are left"));
}

TEST(TxnStream, RefusesOperationsOfUnknownLength) {
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 1, {0x7F})),
              "instruction stream, word 4: operation 0x7F is not known");
    EXPECT_EQ(refusal_of_words(stream_of(kV01, 1, {2})),
              "instruction stream, word 4: BLOCKSET, whose length is not documented");
}

TEST(TxnStream, RefusesAddressesBeyondTheArray) {
    EXPECT_THAT(refusal_of_words(stream_of(kV01, 1, {0, 0, 0x1D204, 1, 1, 24})),
                testing::StartsWith("instruction stream, word 7: 0x1 in the upper half"));
}

TEST(TxnHeader, FollowsTheDevice) {
    const auto header = [](const char* name) {
        return header_for(arch::load_device(arch::find_device(name)));
    };
    EXPECT_EQ(header("xdna-phoenix"), (Header{Version::V0_1, 3, 6, 4, 1}));
    EXPECT_EQ(header("xdna2-krackan"), (Header{Version::V0_1, 4, 6, 8, 1}));
}

}  // namespace
}  // namespace xdnasim::txn
