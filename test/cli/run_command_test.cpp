#include "cli/run_command.hpp"

#include <fstream>

#include <gmock/gmock.h>

#include "base/stop_request.hpp"
#include "cli/redirection.hpp"
#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class RunCommand : public Command {};

TEST_F(RunCommand, GivesWhatTheCommandPrints) {
    const Outcome apart = run("kernel --tile 64x216x64 --json -");
    Redirection streams{"", ""};
    const CommandEnd end = run_command({"kernel", "--tile", "64x216x64", "--json", "-"});
    EXPECT_EQ(end.code, base::ExitCode::Done);
    EXPECT_FALSE(end.failure);
    EXPECT_EQ(streams.output, apart.output);
    EXPECT_EQ(streams.messages, apart.messages);
}

TEST_F(RunCommand, ReadsTheTextThatStandsForStandardInput) {
    Redirection streams{"device: teaching-2x1\nworkload: gem\n", "my problem"};
    const CommandEnd end = run_command({"simulate", "-"});
    ASSERT_TRUE(end.failure);
    EXPECT_EQ(end.code, base::ExitCode::BadInput);
    EXPECT_THAT(end.failure->message, StartsWith("my problem:2:11: "));
    ASSERT_TRUE(end.failure->place);
    EXPECT_EQ(*end.failure->place->source, "my problem");
    EXPECT_EQ(end.failure->place->line, 2);
    EXPECT_EQ(end.failure->place->column, 11);
}

TEST_F(RunCommand, SaysWhatIsWrongWithTheCommandLine) {
    const CommandEnd end = run_command({"simulate", kTeaching, "--verifi"});
    ASSERT_TRUE(end.failure);
    EXPECT_THAT(end.failure->message, HasSubstr("--verify"));
    EXPECT_FALSE(end.failure->place);
}

TEST_F(RunCommand, CanBeCalledOffAndCalledAgain) {
    Redirection streams{"", ""};
    {
        const base::MayGoOn never{[] { return false; }};
        EXPECT_THROW(static_cast<void>(run_command({"simulate", kTeaching})), base::CalledOff);
        EXPECT_THROW(static_cast<void>(run_command({"simulate", kTeaching, "--verify"})),
                     base::CalledOff);
    }
    EXPECT_EQ(run_command({"simulate", kTeaching, "--verify"}).code, base::ExitCode::Done);
    EXPECT_THAT(streams.output, HasSubstr("outputs equal"));
}

}  // namespace
}  // namespace xdnasim::cli
