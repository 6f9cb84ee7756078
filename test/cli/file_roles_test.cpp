#include "cli/file_roles.hpp"

#include <vector>

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
        EXPECT_THAT(refusal("--json", file), HasSubstr("is the configuration. Name another"));
}

TEST_F(Roles, NoResultTakesThePlaceOfAnother) {
    const fs::path result = folder_.path() / "not_yet_there";
    roles_.writes("--json", result);
    EXPECT_EQ(refusal("--html", result),
              "--html: '" + result.string() + "' is also the file of --json. Name another file");
}

TEST_F(Roles, ALinkToAFileThatIsNotYetThereIsThatFile) {
    const fs::path link = folder_.path() / "link";
    fs::create_symlink("not_yet_there", link);
    roles_.writes("--json", folder_.path() / "not_yet_there");
    EXPECT_THAT(refusal("--trace", link), HasSubstr("is also the file of --json"));
}

/// Makes the test's folder the working folder while the test runs.
class RolesInAFolder : public Roles {
 public:
    RolesInAFolder() { fs::current_path(folder_.path()); }
    ~RolesInAFolder() override { fs::current_path(before_); }

 private:
    const fs::path before_ = fs::current_path();
};

TEST_F(RolesInAFolder, ANewFileIsTheSameByAnyPath) {
    const std::vector<fs::path> names{"x", "./x", folder_.path() / "x"};
    for (const fs::path& first : names)
        for (const fs::path& second : names) {
            roles_ = {};
            roles_.writes("--json", first);
            EXPECT_THAT(refusal("--trace", second), HasSubstr("is also the file of --json"))
                << first << ' ' << second;
        }
}

TEST_F(Roles, ResultsCanBeWritten) {
    EXPECT_THAT(refusal("--json", folder_.path() / "missing" / "file"),
                HasSubstr("there is no folder"));
}

}  // namespace
}  // namespace xdnasim::cli
