#include "cli/file_roles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Roles : public testing::Test {
 protected:
    [[nodiscard]] std::string refusal(const std::string& option, const fs::path& file) {
        return input_error([&] {
            roles_.writes(option, file);
            return 0;
        });
    }

    TemporaryFolder folder_;
    FileRoles roles_;
};

TEST_F(Roles, NoResultTakesThePlaceOfAnInput) {
    const fs::path input = folder_.write("input", "content");
    fs::create_symlink(input, folder_.path() / "link");
    roles_.reads(input, "the configuration");
    for (const fs::path& file : {input, folder_.path() / "link", folder_.path() / "." / "input"})
        EXPECT_THAT(refusal("--json", file), HasSubstr("is the configuration; allowed: another"));
}

TEST_F(Roles, NoResultTakesThePlaceOfAnother) {
    const fs::path result = folder_.path() / "not_yet_there";
    roles_.writes("--json", result);
    EXPECT_EQ(refusal("--html", result), "--html: '" + result.string() +
                                             "' is also the file of --json; allowed: another file");
}

TEST_F(Roles, ResultsCanBeWritten) {
    EXPECT_THAT(refusal("--json", folder_.path() / "missing" / "file"),
                HasSubstr("there is no folder"));
}

}  // namespace
}  // namespace xdnasim::cli
