// The whole regression: what the README claims.

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

std::string table_of_readme() {
    const std::string page = content_of(XDNASIM_README);
    const std::string begin = "<!-- accuracy -->\n";
    const std::size_t first = page.find(begin) + begin.size();
    return page.substr(first, page.find("<!-- /accuracy -->") - first);
}

TEST_F(Command, MeetsEveryToleranceWithTheFiguresThatTheReadmeGives) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "takes a quarter of an hour with sanitizers; the release build runs it";
#endif
    const Outcome outcome = run("validate --markdown -");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
    EXPECT_EQ(outcome.output, table_of_readme())
        << "to bring it up to date: xdnasim validate --markdown README.md";
}

}  // namespace
}  // namespace xdnasim::cli
