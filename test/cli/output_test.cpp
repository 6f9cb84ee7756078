#include "cli/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.hpp"
#include "cli/redirection.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

int files_in(const fs::path& folder) {
    return static_cast<int>(
        std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}

TEST(OutputFile, ReplacesWhatWasThere) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("out", "a long old text");
    write_file(file, "new");
    EXPECT_EQ(content_of(file), "new");
    EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(OutputFile, KeepsThePermissionsOfWhatWasThere) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("out", "old");
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    write_file(file, "new");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(OutputFile, GetsThePermissionsOfAnyNewFile) {
    const TemporaryFolder folder;
    const mode_t mask = ::umask(027);
    write_file(folder.path() / "out", "new");
    ::umask(mask);
    EXPECT_EQ(fs::status(folder.path() / "out").permissions(), fs::perms{0640});
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

TEST(OutputFile, IsWrittenThroughALink) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("real/out", "old");
    fs::create_symlink(file, folder.path() / "link");
    write_file(folder.path() / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
    EXPECT_EQ(content_of(file), "new");
}

TEST(OutputFile, OnAFullDiskIsAnErrorAndTheDeviceStays) {
    EXPECT_THROW(write_file("/dev/full", "x"), base::InputError);
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(OutputFile, ThatCannotBeWrittenIsKnownBeforehand) {
    const TemporaryFolder folder;
    EXPECT_THROW(require_writable(folder.path()), base::InputError);
    EXPECT_THROW(require_writable(folder.path() / "missing" / "out"), base::InputError);
    EXPECT_THROW(require_writable("/proc/out"), base::InputError);
    EXPECT_THROW(require_writable(""), base::InputError);
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
    EXPECT_THROW(require_writable(folder.path() / "loop"), base::InputError);
}

TEST(OutputFile, LeavesNothingWhenOnlyAskedFor) {
    const TemporaryFolder folder;
    require_writable(folder.path() / "out");
    EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(Result, GoesToItsFileAndItsTextToStandardOutput) {
    const TemporaryFolder folder;
    Redirection streams{"", ""};
    write_result((folder.path() / "out.json").string(), "{}", "text");
    EXPECT_EQ(content_of(folder.path() / "out.json"), "{}");
    EXPECT_EQ(streams.output, "text");
    EXPECT_EQ(streams.messages, "");
}

TEST(Result, OnStandardOutputHasItsTextBesideIt) {
    Redirection streams{"", ""};
    write_result("-", "{}", "text");
    EXPECT_EQ(streams.output, "{}");
    EXPECT_EQ(streams.messages, "text");
}

TEST(Result, WithoutAFileIsItsTextAlone) {
    Redirection streams{"", ""};
    write_result({}, "{}", "text");
    EXPECT_EQ(streams.output, "text");
    EXPECT_EQ(streams.messages, "");
}

}  // namespace
}  // namespace xdnasim::cli
