// Files of trace words.

#include "traces/recording/word_source.hpp"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::recording {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::ThrowsMessage;
using words::Fault;
using words::FaultKind;

struct Content {
    std::vector<std::uint32_t> words;
    std::vector<Fault> faults;
};

Content read(std::string_view bytes) {
    const TemporaryFolder folder;
    Content content;
    WordFile file{folder.write("trace", bytes)};
    for (auto part = file.next(content.faults); !part.empty(); part = file.next(content.faults))
        content.words.insert(content.words.end(), part.begin(), part.end());
    return content;
}

TEST(WordFile, HoldsRawWordsLeastByteFirst) {
    using namespace std::string_view_literals;
    const Content content = read("\x01\0\x22\0\0\0\0\xF0\xFF"sv);
    EXPECT_THAT(content.words, ElementsAre(0x0022'0001U, 0xF000'0000U));
    EXPECT_THAT(content.faults, ElementsAre(Fault{FaultKind::CutWord, 2, 0}));
}

TEST(WordFile, HoldsHexadecimalLines) {
    const Content content = read("00220001\r\n  0xF000abCD \n\ndbfffe");
    EXPECT_THAT(content.words, ElementsAre(0x0022'0001U, 0xF000'ABCDU, 0U));
    EXPECT_THAT(content.faults, ElementsAre(Fault{FaultKind::BadText, 2, 0}));
}

TEST(WordFile, TakesALineThatIsNoWordForZero) {
    const Content content = read("00220001\nhello\n0022000122\n00000005\n");
    EXPECT_THAT(content.words, ElementsAre(0x0022'0001U, 0U, 0U, 5U));
    EXPECT_THAT(content.faults,
                ElementsAre(Fault{FaultKind::BadText, 1, 0}, Fault{FaultKind::BadText, 2, 0}));
}

TEST(WordFile, LongerThanAPieceIsReadWhole) {
    std::vector<std::uint32_t> words(300'001);
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<std::uint32_t>(i) * 2'654'435'761U;
        std::array<char, 10> line{};
        std::snprintf(line.data(), line.size(), "%08x\n", words[i]);
        text += line.data();
    }
    EXPECT_EQ(read(text).words, words);
    std::string raw(words.size() * 4, '\0');
    std::memcpy(raw.data(), words.data(), raw.size());
    EXPECT_EQ(read(raw).words, words);
}

TEST(WordFile, MayBeEmptyButMustBeThere) {
    EXPECT_THAT(read("").words, IsEmpty());
    EXPECT_THAT([] { WordFile{"/nowhere/at/all"}; },
                ThrowsMessage<base::InputError>("cannot read '/nowhere/at/all': No such file or "
                                                "directory"));
    EXPECT_THAT([] { WordFile{"/tmp"}; },
                ThrowsMessage<base::InputError>("'/tmp' is not a regular file"));
}

}  // namespace
}  // namespace xdnasim::recording
