#include "backends/artifacts/word_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::artifacts {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Words : public testing::Test {
 protected:
    [[nodiscard]] std::vector<std::uint32_t> read(std::string_view content) const {
        return read_words(folder_.write("words", content));
    }
    TemporaryFolder folder_;
};

TEST_F(Words, AreReadAsTheyWereWritten) {
    const std::vector<std::uint32_t> words{0, 0x06030100, 0xffffffff, 0x30303030};
    EXPECT_EQ(read(words::as_bytes(words)), words);
}

TEST_F(Words, MayBeText) {
    EXPECT_THAT(read("06030100\n00000a0F\r\n\nffffffff"),
                ElementsAre(0x06030100, 0xa0f, 0xffffffff));
}

TEST_F(Words, MayBeNone) {
    EXPECT_THAT(read(""), IsEmpty());
}

TEST_F(Words, AreRefusedWhenTheyAreNotWhole) {
    EXPECT_THAT(input_error([&] { return read(std::string("\1\2\3\4\5", 5)); }),
                HasSubstr("words' is cut off: its 5 bytes are not whole words"));
    EXPECT_THAT(input_error([&] { return read("06030100\n123\n"); }),
                HasSubstr("words' line 2: 3 characters; allowed: 8 hexadecimal digits"));
}

TEST_F(Words, MustBeInAFile) {
    EXPECT_THAT(input_error([&] { return read_words(folder_.path() / "none"); }),
                HasSubstr("cannot read '"));
    EXPECT_THAT(input_error([&] { return read_words(folder_.path()); }),
                HasSubstr("cannot read '"));
}

}  // namespace
}  // namespace xdnasim::artifacts
