#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "test/support/changed_variable.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::arch {
namespace {

TEST(DeviceCatalog, ListsTheDevicesWithoutTheirArchitectures) {
    EXPECT_EQ(device_names(), (std::vector<std::string>{
                                  "teaching-2x1", "versal-ve2302", "versal-ve2802", "xdna-phoenix",
                                  "xdna2-krackan", "xdna2-strix", "xdna2-strix-halo"}));
}

TEST(DeviceCatalog, FindsADeviceByName) {
    EXPECT_EQ(find_device("xdna2-strix"), devices_folder() / "xdna2-strix.yaml");
}

TEST(DeviceCatalog, LeavesPathsAsTheyAre) {
    const TemporaryFolder folder;
    const std::string without_ending = folder.write("mine", "description: mine\n").string();
    const std::string with_ending = folder.write("mine.yaml", "description: mine\n").string();
    EXPECT_EQ(find_device(without_ending), without_ending);
    EXPECT_EQ(find_device(with_ending), with_ending);
}

TEST(DeviceCatalog, KnowsWhatFindsAFileFromAnyFolder) {
    EXPECT_EQ(found_anywhere_as(find_device("xdna2-strix")), "xdna2-strix");
    const TemporaryFolder folder;
    const std::filesystem::path mine = folder.write("xdna2-strix.yaml", "description: mine\n");
    EXPECT_EQ(found_anywhere_as(mine), mine.string());
    EXPECT_EQ(found_anywhere_as(std::filesystem::proximate(mine)), mine.string());
}

TEST(DeviceCatalog, NamesAFileThatDoesNotExist) {
    for (const char* path : {"./mine", "mine.yaml"}) {
        EXPECT_EQ(
            input_error([&] { return find_device(path); }),
            std::string{"no device file '"} + path +
                "'; allowed: a path to one, or a name: teaching-2x1, versal-ve2302, versal-ve2802, "
                "xdna-phoenix, xdna2-krackan, xdna2-strix, xdna2-strix-halo");
    }
    for (const char* path : {"/", "/dev/null"})
        EXPECT_THAT(input_error([&] { return find_device(path); }),
                    testing::StartsWith(std::string{"'"} + path +
                                        "' is not a regular file; allowed: a path to a device"));
}

TEST(DeviceCatalog, SuggestsTheNearestName) {
    EXPECT_EQ(
        input_error([] { return find_device("xdna2-kraken"); }),
        "unknown device 'xdna2-kraken'; did you mean 'xdna2-krackan'? allowed: "
        "teaching-2x1, versal-ve2302, versal-ve2802, xdna-phoenix, xdna2-krackan, xdna2-strix, "
        "xdna2-strix-halo, or a path to a device file");
    EXPECT_TRUE(input_error([] { return find_device(""); }).starts_with("unknown device ''; "));
}

TEST(DeviceCatalog, NamesTheDevicesThatBeginWithTheName) {
    EXPECT_TRUE(
        input_error([] { return find_device("xdna2"); })
            .starts_with("unknown device 'xdna2'; did you mean 'xdna2-krackan', 'xdna2-strix' or "
                         "'xdna2-strix-halo'? allowed: "));
}

TEST(DeviceCatalog, SuggestsTheDeviceForAnArrayAsMlirAieNamesIt) {
    const auto error = [](const char* name) {
        return input_error([&] { return find_device(name); });
    };
    EXPECT_TRUE(error("npu1").starts_with("unknown device 'npu1'; did you mean 'xdna-phoenix'? "));
    EXPECT_TRUE(
        error("npu2_4col").starts_with("unknown device 'npu2_4col'; did you mean 'xdna2-strix'? "));
    EXPECT_TRUE(error("npu3").starts_with("unknown device 'npu3'; allowed: "));
}

TEST(DeviceCatalog, KnowsOnlyArraysThatMlirAieHas) {
    for (const char* const array : {"npu1", "npu1_1col", "npu1_4col", "npu", "ipu"})
        EXPECT_STREQ(device_for_array(array), "xdna-phoenix") << array;
    for (const char* const array : {"npu2", "npu2_1col", "npu2_7col"})
        EXPECT_STREQ(device_for_array(array), "xdna2-strix") << array;
    EXPECT_STREQ(device_for_array("xcve2802"), "versal-ve2802");
    EXPECT_STREQ(device_for_array("xcve2302"), "versal-ve2302");
    for (const char* const array : {"npu1_0col", "npu1_5col", "npu2_8col", "npu2_10col", "npu1_col",
                                    "npu1_1colx", "npu11col", "npu3", "xcve28021", "xcvc1902", ""})
        EXPECT_EQ(device_for_array(array), nullptr) << array;
}

TEST(DeviceCatalog, SuggestsAFileOfTheNameInEitherFolder) {
    const TemporaryFolder folder;
    folder.write("problems/half-strix.yaml", "description: half\n");
    const auto here = folder.path() / "problems";
    const auto beside = folder.path() / "runs";
    const auto error = [](const auto& from, const auto& other) {
        return input_error([&] { return find_device("half-strix", from, other); });
    };
    const std::string start = "unknown device 'half-strix'; did you mean '";
    EXPECT_TRUE(error(here, beside).starts_with(start + "./half-strix.yaml'? allowed: "));
    EXPECT_TRUE(error(beside, here).starts_with(start + "../problems/half-strix.yaml'? allowed: "));
    EXPECT_TRUE(error(beside, beside).starts_with("unknown device 'half-strix'; allowed: "));
}

TEST(DeviceCatalog, CountsPathsFromAFolder) {
    const TemporaryFolder folder;
    const auto file = folder.write("half-strix.yaml", "description: half\n");
    EXPECT_EQ(find_device("half-strix.yaml", folder.path()), file);
    EXPECT_TRUE(
        input_error([&] { return find_device("./half-stri.yaml", folder.path()); })
            .ends_with(
                "half-stri.yaml'; did you mean 'half-strix.yaml'? allowed: a path "
                "to one, or a name: teaching-2x1, versal-ve2302, versal-ve2802, xdna-phoenix, "
                "xdna2-krackan, xdna2-strix, xdna2-strix-halo"));
}

/// Points XDNASIM_DEVICES at another folder for one test.
class ChosenFolder : public testing::Test {
 protected:
    void choose(const std::string& folder) { chosen_.emplace("XDNASIM_DEVICES", folder); }

    TemporaryFolder folder_;

 private:
    std::optional<ChangedVariable> chosen_;
};

TEST_F(ChosenFolder, ReplacesTheDevicesThatCameWithTheProgram) {
    folder_.write("mine.yaml", "description: mine\n");
    folder_.write("notes.txt", "not a device\n");
    folder_.write("architectures/base.yaml", "generation: aie-ml\n");
    choose(folder_.path().string());
    EXPECT_EQ(device_names(), std::vector<std::string>{"mine"});
    EXPECT_EQ(find_device("mine"), folder_.path() / "mine.yaml");
}

TEST_F(ChosenFolder, IsNamedWhereADeviceIsMissedInIt) {
    const std::string mine = folder_.path().string();
    const auto file = folder_.write("mine.yaml", "extends: xdna2-strix\n");
    choose(mine);
    EXPECT_EQ(input_error([&] { return load_device_file(file); }),
              file.string() + ":1:10: no device file '" + mine +
                  "/xdna2-strix.yaml'; allowed: a file under " + mine +
                  " (XDNASIM_DEVICES), without .yaml");
    EXPECT_EQ(input_error([] { return find_device("xdna2-strix"); }),
              "unknown device 'xdna2-strix'; allowed: mine under " + mine +
                  " (XDNASIM_DEVICES), or a path to a device file");
    std::filesystem::remove(file);
    EXPECT_EQ(input_error([] { return find_device("xdna2-strix"); }),
              "unknown device 'xdna2-strix'; allowed: none under " + mine +
                  " (XDNASIM_DEVICES), or a path to a device file");
}

TEST_F(ChosenFolder, MustExist) {
    choose("/no/such/folder");
    EXPECT_EQ(input_error([] { return devices_folder(); }),
              "XDNASIM_DEVICES is '/no/such/folder', which is not a folder; allowed: the folder "
              "of the device files, or leave it unset");
}

}  // namespace
}  // namespace xdnasim::arch
