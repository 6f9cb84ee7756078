#include "base/result_file.hpp"

#include <array>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t entries_of(const fs::path& folder) {
    return std::distance(fs::directory_iterator{folder}, fs::directory_iterator{});
}

TEST(ResultFile, TakesThePlaceOfAFileWithItsPermissionsAndOfNothingElse) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("out", "a long old text");
    const fs::path beside = folder.write("out.part", "somebody's");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    replace_file(file, "new");
    EXPECT_EQ(content_of(file), "new");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(content_of(beside), "somebody's");
    EXPECT_EQ(entries_of(folder.path()), 2);
}

TEST(ResultFile, GetsThePermissionsOfAnyNewFileFromTheMask) {
    const TemporaryFolder folder;
    const ::mode_t mask = ::umask(027);
    replace_file(folder.path() / "out", "new");
    ::umask(mask);
    EXPECT_EQ(fs::status(folder.path() / "out").permissions(), fs::perms{0640});
}

TEST(ResultFile, IsWhatALinkLeadsTo) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("real/out", "old");
    fs::create_symlink(file, folder.path() / "link");
    fs::create_symlink("real/other", folder.path() / "to_nothing_yet");
    replace_file(folder.path() / "link", "new");
    replace_file(folder.path() / "to_nothing_yet", "first");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "to_nothing_yet"));
    EXPECT_EQ(content_of(file), "new");
    EXPECT_EQ(content_of(folder.path() / "real/other"), "first");
}

TEST(ResultFile, GoesThroughAPipeThatStays) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // so that nobody waits
    ASSERT_GE(reader, 0);
    replace_file(pipe, "words");
    std::array<char, 16> got{};
    EXPECT_EQ(::read(reader, got.data(), got.size()), 5);
    EXPECT_STREQ(got.data(), "words");
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(entries_of(folder.path()), 1);
}

TEST(ResultFile, ThatCannotBeWrittenLeavesNothingBehind) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "taken");
    EXPECT_EQ(input_error([&] { replace_file(folder.path() / "taken", "x"); }),
              "cannot write '" + (folder.path() / "taken").string() + "': Is a directory");
    EXPECT_THROW(replace_file(folder.path() / "none/out", "x"), InputError);
    EXPECT_THROW(replace_file("/proc/out", "x"), InputError);
    EXPECT_EQ(entries_of(folder.path()), 1);
}

}  // namespace
}  // namespace xdnasim::base
