#include "cli/options/result_option.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cli/redirection.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

/// A result option as a command line gives it. `words`: the option and its value; empty if the
/// option is not given.
class Given {
 public:
    explicit Given(const std::string& words, const char* name = "--json") : option{name} {
        option.add_to(command_, "Write the result as JSON");
        command_.parse(words);
    }

 private:
    CLI::App command_;

 public:
    ResultOption option;
};

TEST(Result, GoesToItsFileAndItsTextToStandardOutput) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "out.json").string();
    Redirection streams{"", ""};
    const Given given{"--json " + file};
    write_result(given.option, "{}", "text");
    EXPECT_EQ(content_of(file), "{}");
    EXPECT_EQ(streams.output, "text");
    EXPECT_EQ(streams.messages, "");
}

TEST(Result, OnStandardOutputHasItsTextBesideIt) {
    Redirection streams{"", ""};
    const Given given{"--json -"};
    write_result(given.option, "{}", "text");
    EXPECT_EQ(streams.output, "{}");
    EXPECT_EQ(streams.messages, "text");
}

TEST(Result, WithoutAFileIsItsTextAlone) {
    Redirection streams{"", ""};
    const Given given{""};
    write_result(given.option, "{}", "text");
    EXPECT_EQ(streams.output, "text");
    EXPECT_EQ(streams.messages, "");
}

TEST(Result, InPiecesIsTheSameTextInAFileAndOnStandardOutput) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "out.csv").string();
    const WritePieces pieces = [](const WritePiece& write) {
        write("a,");
        write("b");
    };
    Redirection streams{"", ""};
    Given{"--csv " + file, "--csv"}.option.write(pieces);
    EXPECT_EQ(streams.output, "");
    EXPECT_EQ(content_of(file), "a,b");
    Given{"--csv -", "--csv"}.option.write(pieces);
    EXPECT_EQ(streams.output, "a,b");
    Given{"", "--csv"}.option.write(pieces);
    EXPECT_EQ(streams.output, "a,b") << "not wanted";
}

TEST(Result, OnStandardOutputIsOneAtATime) {
    const Given given{"--json -"};
    const Given csv{"--csv -", "--csv"};
    const Given to_file{"--csv table.csv", "--csv"};
    EXPECT_NO_THROW(require_one_on_stdout(given.option, to_file.option));
    try {
        require_one_on_stdout(csv.option, given.option);
        FAIL() << "both were taken";
    } catch (const base::InputError& error) {
        EXPECT_STREQ(error.what(), "--csv - and --json -: only one can be standard output");
    }
}

}  // namespace
}  // namespace xdnasim::cli
