#include "base/word_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::base {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Words : public testing::Test {
 protected:
    [[nodiscard]] std::vector<std::uint32_t> read(std::string_view content) const {
        return load_words(folder_.write("words", content));
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
    EXPECT_THAT(read(" 06030100 \r\n\t00000a0f"), ElementsAre(0x06030100, 0xa0f));
}

TEST_F(Words, MayBeNone) {
    EXPECT_THAT(read(""), IsEmpty());
}

TEST_F(Words, AreRefusedWhenTheyAreNotWhole) {
    EXPECT_THAT(input_error([&] { return read(std::string("\1\2\3\4\5", 5)); }),
                HasSubstr("words: 5 bytes; allowed: whole words of 4"));
    EXPECT_THAT(input_error([&] { return read("06030100\n123\n"); }),
                HasSubstr("words:2: '123' is not a word of 8 hexadecimal digits"));
}

TEST_F(Words, AreTextWithACharacterThatIsNoDigit) {
    EXPECT_THAT(input_error([&] { return read("0603010g\n"); }),
                HasSubstr("words:1: '0603010g' is not a word"));
    EXPECT_THAT(input_error([&] { return read("06030100\n\n// x\n"); }),
                HasSubstr("words:3: '// x' is not a word"));
    EXPECT_THAT(input_error([&] { return read("0x06030100\n"); }),
                HasSubstr("words:1: '0x06030100' is not a word"));
}

TEST_F(Words, MustBeInAFile) {
    EXPECT_THAT(input_error([&] { return load_words(folder_.path() / "none"); }),
                HasSubstr("none: no such file"));
    EXPECT_THAT(input_error([&] { return load_words(folder_.path()); }),
                HasSubstr("not a regular file"));
    EXPECT_EQ(input_error([&] { return load_words("/proc/self/mem"); }),
              "cannot read '/proc/self/mem' to its end");
}

}  // namespace
}  // namespace xdnasim::base
