#include "base/regular_file.hpp"

#include <algorithm>
#include <array>
#include <ios>
#include <istream>
#include <streambuf>
#include <utility>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

TEST(RegularFile, HasAllItsBytes) {
    const TemporaryFolder folder;
    const std::string bytes{"a\0\n\xff", 4};
    EXPECT_EQ(bytes_of_file(folder.write("file", bytes)), bytes);
}

TEST(RegularFile, IsNoPipeThatAReaderWouldWaitFor) {
    const TemporaryFolder folder;
    const auto pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const std::filesystem::path& file :
         {pipe, folder.path(), std::filesystem::path{"/dev/zero"}})
        EXPECT_EQ(input_error([&] { return bytes_of_file(file); }),
                  "'" + file.string() + "' is not a regular file");
}

/// A file that can be opened but not read, as on a broken disk: nothing is mapped at address 0.
constexpr const char* kUnreadable = "/proc/self/mem";

TEST(RegularFile, ThatCannotBeReadToItsEndIsNoEmptyFile) {
    EXPECT_EQ(input_error([&] { return bytes_of_file(kUnreadable); }),
              "cannot read '/proc/self/mem' to its end");
}

/// A stream buffer that gives three bytes, and then an error.
class BrokenAfterThree final : public std::streambuf {
 protected:
    std::streamsize xsgetn(char* to, std::streamsize /*count*/) override {
        if (std::exchange(is_broken_, true)) throw std::ios_base::failure{"broken"};
        std::fill_n(to, 3, 'x');
        return 3;
    }

 private:
    bool is_broken_ = false;
};

TEST(RegularFile, IsNotWhatCameBeforeAnError) {
    BrokenAfterThree buffer;
    std::istream stream{&buffer};
    std::array<char, 3> piece{};
    stream.read(piece.data(), piece.size());
    EXPECT_EQ(input_error([&] { return read_all(stream, "a.txt"); }),
              "cannot read 'a.txt' to its end");
}

TEST(RegularFile, IsReadInManyPieces) {
    const TemporaryFolder folder;
    std::string bytes;
    for (int i = 0; i < 200'000; ++i)
        bytes += static_cast<char>(i % 251);
    EXPECT_EQ(bytes_of_file(folder.write("file", bytes)), bytes);
}

TEST(RegularFile, ThatIsMissingIsNamedWithTheReason) {
    EXPECT_EQ(input_error([&] { return bytes_of_file("/none/there"); }),
              "cannot read '/none/there': No such file or directory");
}

}  // namespace
}  // namespace xdnasim::base
