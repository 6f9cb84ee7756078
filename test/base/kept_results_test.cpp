#include "base/kept_results.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

namespace fs = std::filesystem;

TEST(KeyOfResults, ChangesWithFilesThatAreNamedAndThoseInFolders) {
    const TemporaryFolder folder;
    const std::vector<fs::path> folders{folder.write("in/a/x", "1").parent_path().parent_path()};
    const std::vector<fs::path> named{folder.write("y", "1")};
    const std::string first = key_of_results("text", folders, named);
    EXPECT_EQ(key_of_results("text", folders, named), first);
    EXPECT_NE(key_of_results("another", folders, named), first);
    folder.write("in/a/x", "2");
    const std::string second = key_of_results("text", folders, named);
    EXPECT_NE(second, first);
    folder.write("y", "2");
    EXPECT_NE(key_of_results("text", folders, named), second);
}

TEST(KeyOfResults, StaysWhereTheSameFilesLieInAnotherFolder) {
    const TemporaryFolder folder;
    std::vector<std::string> prints;
    for (const char* const devices : {"a", "m", "z"}) {
        folder.write(fs::path{devices} / "x.yaml", "1");
        folder.write(fs::path{devices} / "sub" / "y.yaml", "2");
        const std::vector<fs::path> folders{folder.path() / devices,
                                            folder.write("k/measured.csv", "3").parent_path()};
        const std::vector<fs::path> named{folder.write("l/problem.yaml", "4")};
        prints.push_back(key_of_results("text", folders, named));
    }
    EXPECT_EQ(prints[0], prints[1]);
    EXPECT_EQ(prints[1], prints[2]);
}

TEST(KeyOfResults, ChangesWithBytesThatMoveToAnotherFile) {
    const TemporaryFolder folder;
    const std::vector<fs::path> named{folder.write("a", "12"), folder.write("b", "34")};
    const std::string first = key_of_results("text", {}, named);
    folder.write("a", "1");
    folder.write("b", "234");
    EXPECT_NE(key_of_results("text", {}, named), first);
    folder.write("a", "12");
    folder.write("b", "34");
    EXPECT_EQ(key_of_results("text", {}, named), first);
    fs::rename(folder.path() / "b", folder.path() / "c");
    const std::vector<fs::path> renamed{named.front(), folder.path() / "c"};
    EXPECT_NE(key_of_results("text", {}, renamed), first);
}

TEST(KeyOfResults, WaitsForNothingThatHasNoEnd) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const std::string nothing = key_of_results("text", {}, {});
    for (const fs::path& file :
         {pipe, fs::path{"/dev/zero"}, fs::path{"/"}, folder.path() / std::string(300, 'x')}) {
        const std::vector<fs::path> named{file};
        EXPECT_EQ(key_of_results("text", {}, named), nothing) << file;
    }
    const std::vector<fs::path> missing{folder.path() / "none"};
    EXPECT_EQ(key_of_results("text", missing), nothing);
}

TEST(KeptResults, AreLeftAloneWhereTheyCannotBeReadToTheirEnd) {
    EXPECT_EQ(input_error([&] {
                  const KeptResults kept{{.file = "/proc/self/mem", .made_by = "me"}};
                  return 0;
              }),
              "cannot read '/proc/self/mem' to its end");
}

TEST(KeptResults, AreNotReadFromAPipe) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const fs::path& file : {pipe, fs::path{"/dev/null"}, folder.path()})
        EXPECT_EQ(input_error([&] {
                      const KeptResults kept{{.file = file, .made_by = "me"}};
                      return 0;
                  }),
                  "'" + file.string() + "' is not a regular file");
}

TEST(KeptResults, AreThoseOfOneRunAtATime) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "kept";
    const auto begin = [&] { return KeptResults{{.file = file, .made_by = "me"}}.has("1"); };
    {
        KeptResults first{{.file = file, .made_by = "me"}};
        first.add("1", "one");
        const std::string before = content_of(file);
        EXPECT_EQ(input_error(begin), "another run keeps its results in '" + file.string() +
                                          "'; wait for it, or name another file");
        EXPECT_EQ(content_of(file), before);
        first.add("2", "two");
        EXPECT_EQ(first.result("1"), "one");
        EXPECT_EQ(first.result("2"), "two");
    }
    EXPECT_TRUE(begin());
}

TEST(KeptResults, OfSomethingElseAreRefusedWithWhatItMayBe) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "kept";
    KeptResults{{.file = file, .made_by = "me"}}.add("1", "one");
    EXPECT_EQ(
        input_error([&] {
            const KeptResults kept{{.file = file, .made_by = "you", .others = "another study"}};
        }),
        file.string() + ": its results are of another study; remove it to begin anew");
}

TEST(KeptResults, AreNotTakenFromAFileThatAnotherProgramHasChanged) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "kept";
    KeptResults kept{{.file = file, .made_by = "me"}};
    kept.add("1", "one");
    kept.add("2", "two");
    std::ofstream{file} << first_line_of_kept("me") << "\n2\ttwo\n1\tone\n";
    EXPECT_EQ(input_error([&] { return kept.result("1"); }),
              file.string() +
                  ": another program has changed the file, and results are no longer where they "
                  "were");
}

}  // namespace
}  // namespace xdnasim::base
