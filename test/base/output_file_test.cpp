#include "base/output_file.hpp"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/uninterrupted.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t entries_of(const fs::path& folder) {
    return std::distance(fs::directory_iterator{folder}, fs::directory_iterator{});
}

TEST(OutputFile, TakesThePlaceOfAFileWithItsPermissionsAndOfNothingElse) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("out", "a long old text");
    const fs::path beside = folder.write("out.part", "somebody's");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    write_file(file, "new");
    EXPECT_EQ(content_of(file), "new");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(content_of(beside), "somebody's");
    EXPECT_EQ(entries_of(folder.path()), 2);
}

TEST(OutputFile, GetsThePermissionsOfAnyNewFileFromTheMask) {
    const TemporaryFolder folder;
    const ::mode_t mask = ::umask(027);
    write_file(folder.path() / "out", "new");
    ::umask(mask);
    EXPECT_EQ(fs::status(folder.path() / "out").permissions(), fs::perms{0640});
}

TEST(OutputFile, IsWhatALinkLeadsTo) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("real/out", "old");
    fs::create_symlink(file, folder.path() / "link");
    fs::create_symlink("real/other", folder.path() / "to_nothing_yet");
    write_file(folder.path() / "link", "new");
    write_file(folder.path() / "to_nothing_yet", "first");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "to_nothing_yet"));
    EXPECT_EQ(content_of(file), "new");
    EXPECT_EQ(content_of(folder.path() / "real/other"), "first");
}

TEST(OutputFile, GoesThroughAPipeThatStays) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    // With these flags neither opening nor reading the pipe blocks.
    const int reader = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    write_file(pipe, "words");
    std::array<char, 16> got{};
    EXPECT_EQ(::read(reader, got.data(), got.size()), 5);
    EXPECT_STREQ(got.data(), "words");
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(entries_of(folder.path()), 1);
}

TEST(OutputFile, ThatCannotBeWrittenLeavesNothingBehind) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "taken");
    EXPECT_EQ(input_error([&] { write_file(folder.path() / "taken", "x"); }),
              "cannot write '" + (folder.path() / "taken").string() + "': Is a directory");
    EXPECT_THROW(write_file(folder.path() / "none/out", "x"), InputError);
    EXPECT_THROW(write_file("/proc/out", "x"), InputError);
    EXPECT_EQ(entries_of(folder.path()), 1);
}

TEST(OutputFile, IsWrittenThroughLinksThatLeadToNothingYet) {
    const TemporaryFolder folder;
    folder.write("real/other", "");
    fs::create_symlink("real/out", folder.path() / "inner");
    fs::create_symlink("inner", folder.path() / "outer");
    write_file(folder.path() / "outer", "new");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "outer"));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "inner"));
    EXPECT_EQ(content_of(folder.path() / "real/out"), "new");
}

TEST(OutputFile, OnAFullDiskIsAnErrorAndTheDeviceStays) {
    EXPECT_THROW(write_file("/dev/full", "x"), InputError);
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(OutputFile, ThatCannotBeWrittenIsKnownBeforehand) {
    const TemporaryFolder folder;
    EXPECT_THROW(require_writable(folder.path()), InputError);
    EXPECT_THROW(require_writable(folder.path() / "missing" / "out"), InputError);
    EXPECT_THROW(require_writable("/proc/out"), InputError);
    EXPECT_THROW(require_writable(""), InputError);
}

TEST(OutputFile, MayBeADevice) {
    EXPECT_NO_THROW(require_writable("/dev/null"));
    EXPECT_NO_THROW(write_file("/dev/null", "x"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(OutputFile, MayBeNamedRelativeToTheWorkingFolder) {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    require_writable("out");
    write_file("out", "new");
    fs::current_path(before);
    EXPECT_EQ(content_of(folder.path() / "out"), "new");
}

TEST(OutputFile, ThatIsALoopOfLinksIsAnError) {
    const TemporaryFolder folder;
    fs::create_symlink("loop", folder.path() / "loop");
    EXPECT_THROW(require_writable(folder.path() / "loop"), InputError);
}

TEST(OutputFile, LeavesNothingWhenOnlyAskedFor) {
    const TemporaryFolder folder;
    require_writable(folder.path() / "out");
    EXPECT_EQ(entries_of(folder.path()), 0);
}

TEST(OutputFile, IsOnlyThereWhenItIsFinished) {
    const TemporaryFolder folder;
    {
        OutputFile output{folder.path() / "out"};
        output.write("half of a res");
    }
    EXPECT_EQ(entries_of(folder.path()), 0);
    OutputFile output{folder.path() / "out"};
    output.write("a ");
    output.write("result");
    EXPECT_FALSE(fs::exists(folder.path() / "out"));
    output.finish();
    EXPECT_EQ(content_of(folder.path() / "out"), "a result");
    EXPECT_EQ(entries_of(folder.path()), 1);
}

[[noreturn]] void end_by(int signal) {
    ::_exit(remove_what_is_unfinished() == LeftBehind::Nothing ? signal : -1);
}

TEST(OutputFileDeathTest, LeavesNothingOfAnUnfinishedOneWhenTheProcessIsInterrupted) {
    const TemporaryFolder folder;
    const auto be_interrupted = [&] {
        std::signal(SIGTERM, end_by);
        OutputFile output{folder.path() / "out"};
        output.write("half of a res");
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(SIGTERM), "");
    EXPECT_EQ(entries_of(folder.path()), 0);
}

}  // namespace
}  // namespace xdnasim::base
