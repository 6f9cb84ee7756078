#include "cli/python_script.hpp"

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/scratch_folder.hpp"
#include "test/support/changed_variable.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

/// Fixture in which is() puts a shell script `body` as `python3` before Debian's in the PATH.
class Python : public testing::Test {
 protected:
    void is(const std::string& body) const {
        const auto file = folder_.write("python3", "#!/bin/sh\n" + body + "\n");
        ASSERT_EQ(::chmod(file.c_str(), 0755), 0);
    }
    void run() const {
        run_script({.file = script_, .option = "--html", .modules = {"jinja2"}}, {});
    }

    TemporaryFolder folder_;
    std::filesystem::path script_ = folder_.write("script.py", "import nothing_like_it\n");
    ChangedVariable path_{"PATH", folder_.path().string() + ":" + std::getenv("PATH")};
};

TEST(Scratch, InAFolderThatIsNoneNamesTheVariable) {
    const TemporaryFolder folder;
    const ChangedVariable variable{"TMPDIR", (folder.path() / "none").string()};
    EXPECT_EQ(input_error([] {
                  const ScratchFolder scratch;
                  return 0;
              }),
              "TMPDIR: '" + (folder.path() / "none").string() +
                  "': No such file or directory. Name a folder");
}

TEST_F(Python, IsNotAskedAgainWhenItRefusesItsArguments) {
    is("echo 'rows: there are none'; exit 2");
    EXPECT_EQ(input_error([&] {
                  run();
                  return 0;
              }),
              "--html: rows: there are none");
}

TEST_F(Python, OfDebianIsAskedWhenTheFirstHasNoModules) {
    is("exit 1");
    try {
        run();
        FAIL();
    } catch (const base::Error& error) {
        EXPECT_EQ(error.code(), base::ExitCode::Unavailable);
        EXPECT_THAT(error.what(), testing::HasSubstr("nothing_like_it"));
    }
}

TEST_F(Python, IsNotMissingWhereTheScriptFails) {
    is("echo 'Traceback (most recent call last):'; echo 'ZeroDivisionError: by zero'; exit 1");
    try {
        run();
        FAIL();
    } catch (const base::Error& error) {
        FAIL() << error.what();
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "--html: script.py: ZeroDivisionError: by zero");
    }
}

using PythonDeathTest = Python;

TEST_F(PythonDeathTest, EndsTheCommandWithItOnCtrlC) {
    is("kill -INT $$");
    const auto be_interrupted = [&] {
        end_on_interruption();
        run();
    };
    EXPECT_EXIT(be_interrupted(), testing::ExitedWithCode(130), "nothing was written");
}

}  // namespace
}  // namespace xdnasim::cli
