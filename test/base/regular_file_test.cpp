#include "base/regular_file.hpp"

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

TEST(RegularFile, ThatIsMissingIsNamedWithTheReason) {
    EXPECT_EQ(input_error([&] { return bytes_of_file("/none/there"); }),
              "cannot read '/none/there': No such file or directory");
}

}  // namespace
}  // namespace xdnasim::base
