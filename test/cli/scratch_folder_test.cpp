#include "cli/scratch_folder.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "test/support/changed_variable.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

TEST(ScratchFolder, GoesWithEverythingInIt) {
    std::filesystem::path file;
    {
        ScratchFolder scratch;
        file = scratch.file("a");
        write_file(file, "content");
        EXPECT_TRUE(std::filesystem::exists(file));
    }
    EXPECT_FALSE(std::filesystem::exists(file.parent_path()));
}

TEST(ScratchFolderDeathTest, GoesWhenTheProcessIsInterrupted) {
    const TemporaryFolder folder;
    const ChangedVariable temporary{"TMPDIR", folder.path().string()};
    const auto be_interrupted = [] {
        end_on_interruption();
        ScratchFolder scratch;
        write_file(scratch.file("a"), "content");
        std::raise(SIGTERM);
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(143), "");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace xdnasim::cli
