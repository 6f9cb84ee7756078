// Results that cannot be written: a message that names the file, and nothing half-written.

#include <sys/stat.h>
#include <unistd.h>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;

class UnwritableOutput : public Command {
 protected:
    /// A problem on 32 cores, whose JSON is larger than the file size that `kFullDisk` allows.
    static constexpr const char* kLarge = XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml";
    static constexpr const char* kFullDisk = "ulimit -f 1; ";

    [[nodiscard]] Outcome write_json_to(const fs::path& file) const {
        return simulate(fmt::format("--json '{}'", file.string()));
    }
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator{folder_.path()})
            names.push_back(entry.path().filename());
        return names;
    }
};

TEST_F(UnwritableOutput, OnAFullDeviceIsRefused) {
    expect_refused(write_json_to("/dev/full"), "'/dev/full': No space left on device");
    expect_refused(simulate(">/dev/full"), "standard output: No space left on device");
    expect_refused(simulate("--json - >/dev/full"), "standard output: No space left on device");
    expect_refused(run("devices >/dev/full"), "standard output: No space left on device");
    expect_refused(run("--help >/dev/full"), "standard output: No space left on device");
}

TEST_F(UnwritableOutput, OnAClosedStreamIsRefused) {
    expect_refused(run("devices >&-"), "standard output: Bad file descriptor");
}

TEST_F(UnwritableOutput, OnAFullDeviceLeavesNoOtherFile) {
    const std::string folder = folder_.path().string();
    expect_refused(simulate(fmt::format("--json /dev/full --timeline {0}/t.json", folder)),
                   "'/dev/full': No space left on device");
    EXPECT_THAT(files(), testing::IsEmpty());
}

TEST_F(UnwritableOutput, LeavesNothingOnAFullDisk) {
    const fs::path file = folder_.path() / "result.json";
    const std::string arguments = fmt::format("simulate {} --json {}", kLarge, file.string());
    expect_refused(run_after(kFullDisk, arguments), file.string() + "': File too large");
    EXPECT_THAT(files(), testing::IsEmpty());
}

TEST_F(UnwritableOutput, KeepsTheOldResultOnAFullDisk) {
    const fs::path file = folder_.write("result.json", "the old result");
    const std::string arguments = fmt::format("simulate {} --json {}", kLarge, file.string());
    expect_refused(run_after(kFullDisk, arguments), "File too large");
    EXPECT_EQ(content_of(file), "the old result");
    EXPECT_THAT(files(), testing::ElementsAre("result.json"));
}

TEST_F(UnwritableOutput, ToAClosedStandardOutputIsRefused) {
    expect_refused(simulate(">&-"), "standard output");
}

TEST_F(UnwritableOutput, BesideNoFolderIsRefused) {
    const fs::path file = folder_.path() / "missing" / "result.json";
    expect_refused(write_json_to(file), fmt::format("cannot write '{}': there is no folder '{}'",
                                                    file.string(), file.parent_path().string()));
    EXPECT_THAT(files(), testing::IsEmpty());
    expect_refused(run_after(fmt::format("cd '{}';", folder_.path().string()),
                             fmt::format("simulate '{}' --json missing/r.json", kTeaching)),
                   "cannot write 'missing/r.json': there is no folder 'missing'\n");
}

TEST_F(UnwritableOutput, InPlaceOfAFolderIsRefused) {
    expect_refused(write_json_to(folder_.path()), folder_.path().string() + "': Is a directory");
    expect_refused(write_json_to(folder_.path() / ""), "Is a directory");
}

TEST_F(UnwritableOutput, ThroughAFileIsRefused) {
    const fs::path file = folder_.write("file", "content");
    expect_refused(write_json_to(file / "result.json"), "file/result.json': Not a directory");
    EXPECT_EQ(content_of(file), "content");
}

TEST_F(UnwritableOutput, WithoutANameIsRefused) {
    expect_refused(write_json_to(""), "--json: the name of the file is empty; allowed: a path");
}

TEST_F(UnwritableOutput, InAFolderThatHasBeenRemovedIsRefused) {
    const std::string there =
        fmt::format("mkdir '{0}' && cd '{0}' && rmdir '{0}' && ", (folder_.path() / "f").string());
    expect_refused(run_after(there, fmt::format("simulate '{}' --json x.json", kTeaching)),
                   "cannot write 'x.json': No such file or directory");
}

TEST_F(UnwritableOutput, InPlaceOfTheProblemIsRefused) {
    const fs::path problem = folder_.write("p.yaml", content_of(kTeaching));
    const fs::path link = folder_.path() / "link";
    fs::create_symlink(problem, link);
    for (const fs::path& output : {problem, link}) {
        expect_refused(run(fmt::format("simulate {} --json {}", problem.string(), output.string())),
                       "is the problem file");
    }
    EXPECT_EQ(content_of(problem), content_of(kTeaching));
}

TEST_F(UnwritableOutput, InPlaceOfAReadOnlyFileIsRefused) {
    const fs::path file = folder_.write("result.json", "the old result");
    ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
    ASSERT_EQ(::chmod(folder_.path().c_str(), 0777), 0);
    // Root may write everywhere, so the command runs as user nobody if root runs the test.
    const std::string as_nobody =
        ::geteuid() == 0 ? "exec setpriv --reuid=65534 --clear-groups " : "exec ";
    if (run_line(fmt::format("{} test -x '{}'", as_nobody, XDNASIM_COMMAND)).exit_code != 0)
        GTEST_SKIP() << "nobody cannot reach the command";
    expect_refused(run_line(fmt::format("{} '{}' simulate '{}' --json '{}'", as_nobody,
                                        XDNASIM_COMMAND, kTeaching, file.string())),
                   file.string() + "': Permission denied");
    EXPECT_EQ(content_of(file), "the old result");
}

TEST_F(UnwritableOutput, IsKnownBeforeTheRun) {
    // A run of this size would take minutes.
    expect_refused(run(fmt::format("simulate {} --set gemm.size.m=1036800 --json {}", kLarge,
                                   (folder_.path() / "missing" / "x").string())),
                   "missing/x");
}

TEST_F(UnwritableOutput, IsLeftAloneWhenTheInputIsBad) {
    const fs::path file = folder_.path() / "result.json";
    expect_refused(simulate(fmt::format("--set gemm.k_mt=1 --json '{}'", file.string())), "k_mt");
    EXPECT_THAT(files(), testing::IsEmpty());
}

}  // namespace
}  // namespace xdnasim::cli
