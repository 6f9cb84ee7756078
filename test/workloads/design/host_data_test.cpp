// Files of the arguments of a design's runtime sequence.

#include "workloads/design/host_data.hpp"

#include <gtest/gtest.h>

#include "test/support/temporary_folder.hpp"

namespace xdnasim::design {
namespace {

namespace fs = std::filesystem;

constexpr int kBytes = 16;

/// Of one argument, 'a', of four numbers, of which the sequence touches `touched` bytes.
HostData of_one_argument(const ArgumentFiles& files, int touched = kBytes) {
    return {files, {{"a", arch::Bytes{touched}}}, {{.shape = {4}, .bits = 32, .type = "i32"}}};
}

TEST(HostDataFiles, LeaveLinksAndFilesBesideThemAsTheyAre) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("real.bin", "old");
    const fs::path beside = folder.write("link.bin.part", "somebody's");
    const fs::path link = folder.path() / "link.bin";
    fs::create_symlink(file, link);
    const std::vector<std::byte> content(kBytes, std::byte{'x'});
    of_one_argument({.outputs = {{"a", link}}}).write({content});
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content_of(file), std::string(kBytes, 'x'));
    EXPECT_EQ(content_of(beside), "somebody's");
}

}  // namespace
}  // namespace xdnasim::design
