#include "backends/artifacts/problem_folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/backends/artifacts/example_manifest.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::artifacts {
namespace {

using test::manifest_of;
using testing::HasSubstr;

constexpr const char* kTeaching = "gemm_teaching.yaml";
constexpr const char* kRows = "gemm.size.m";

class ProblemFoldersOf : public testing::Test {
 protected:
    void add(const std::string& name, const Manifest& manifest) const {
        std::filesystem::create_directories(folder_.path() / name);
        folder_.write(name + "/manifest.json", manifest_json(manifest));
    }
    [[nodiscard]] std::string found(const Manifest& wanted) const {
        return ProblemFolders{folder_.path(), kManifestFile}
            .folder_of(wanted, [](const auto& /*folder*/) {})
            .filename();
    }

    TemporaryFolder folder_;
};

TEST_F(ProblemFoldersOf, ManyGiveTheOneOfAProblemWhateverItIsCalled) {
    add("b", manifest_of(kTeaching, kRows, "32"));
    add("a", manifest_of(kTeaching, kRows, "64"));
    add("c", manifest_of("transfer_memcpy.yaml"));
    EXPECT_EQ(found(manifest_of(kTeaching, kRows, "32")), "b");
    EXPECT_EQ(found(manifest_of(kTeaching, kRows, "64")), "a");
    EXPECT_EQ(found(manifest_of("transfer_memcpy.yaml")), "c");
}

TEST_F(ProblemFoldersOf, ManyNameTheNearestWhereNoneIsOfAProblem) {
    add("a", manifest_of(kTeaching, kRows, "64"));
    add("b", manifest_of("transfer_memcpy.yaml"));
    const std::string error =
        input_error([&] { return found(manifest_of(kTeaching, kRows, "96")); });
    EXPECT_THAT(error, HasSubstr("none of the 2 folders in"));
    EXPECT_THAT(error, HasSubstr("a/manifest.json' is of another problem: gemm.size.m is 64; "
                                 "needed: 96"));
}

TEST_F(ProblemFoldersOf, ManyAreAskedForWhatIsNotInTheirManifests) {
    add("a", manifest_of(kTeaching, kRows, "64"));
    add("b", manifest_of(kTeaching, kRows, "64"));
    const Manifest wanted = manifest_of(kTeaching, kRows, "64");
    EXPECT_THAT(input_error([&] { return found(wanted); }), HasSubstr("are of the same problem"));
    const ProblemFolders folders{folder_.path(), kManifestFile};
    const auto only = [](const char* name) {
        return [name](const std::filesystem::path& folder) {
            if (folder.filename() != name) throw base::InputError{"it is another's"};
        };
    };
    EXPECT_EQ(folders.folder_of(wanted, only("b")).filename(), "b");
    EXPECT_EQ(input_error([&] { return folders.folder_of(wanted, only("c")); }), "it is another's");
}

TEST_F(ProblemFoldersOf, OneDesignGiveIt) {
    folder_.write("manifest.json", manifest_json(manifest_of(kTeaching)));
    EXPECT_EQ(found(manifest_of("transfer_memcpy.yaml")), folder_.path().filename())
        << "whoever uses it says what is wrong with it";
}

TEST_F(ProblemFoldersOf, ManyWithADamagedOneAreRefused) {
    add("a", manifest_of(kTeaching));
    std::filesystem::create_directories(folder_.path() / "b");
    folder_.write("b/manifest.json", "{");
    EXPECT_THAT(input_error([&] { return found(manifest_of(kTeaching)); }),
                HasSubstr("b/manifest.json:1:"));
}

}  // namespace
}  // namespace xdnasim::artifacts
