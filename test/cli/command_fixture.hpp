#pragma once
// Fixture that runs the built command as a user does, and returns its exit code, standard output
// and standard error.

#include <array>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {

inline constexpr const char* kTeaching = XDNASIM_EXAMPLES "/gemm_teaching.yaml";

struct Outcome {
    int exit_code = -1;
    std::string output;
    std::string messages;
};

class Command : public testing::Test {
 protected:
    /// Runs the command. The shell splits `arguments`, which may contain redirections.
    [[nodiscard]] Outcome run(const std::string& arguments) const {
        return run_after("", arguments);
    }
    /// Runs the command after the shell code `setting`, such as "ulimit -f 1; ".
    [[nodiscard]] Outcome run_after(const std::string& setting,
                                    const std::string& arguments) const {
        return run_line(fmt::format("{} exec '{}' {}", setting, XDNASIM_COMMAND, arguments));
    }
    [[nodiscard]] Outcome run_line(const std::string& line) const {
        const auto errors = messages_.path() / "stderr";
        FILE* pipe = ::popen(fmt::format("( {} ) 2>'{}'", line, errors.string()).c_str(), "r");
        Outcome outcome;
        std::array<char, 4096> buffer{};
        for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
            outcome.output.append(buffer.data(), n);
        const int status = ::pclose(pipe);
        outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        outcome.messages = content_of(errors);
        return outcome;
    }
    [[nodiscard]] Outcome simulate(const std::string& arguments) const {
        return run(fmt::format("simulate '{}' {}", kTeaching, arguments));
    }
    /// Expects exit code 2, no output, and a single message on standard error that contains
    /// `message`.
    static void expect_refused(const Outcome& outcome, const std::string& message) {
        using testing::AllOf;
        using testing::HasSubstr;
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.output, testing::IsEmpty());
        EXPECT_THAT(outcome.messages, AllOf(testing::StartsWith("xdnasim: "), HasSubstr(message)));
        EXPECT_THAT(outcome.messages, testing::Not(HasSubstr("\nxdnasim: ")));
    }

    TemporaryFolder folder_;  ///< for the test's files

 private:
    TemporaryFolder messages_;
};

}  // namespace xdnasim::cli
