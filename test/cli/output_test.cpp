#include "cli/output.hpp"

#include <gtest/gtest.h>

#include "cli/redirection.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::cli {
namespace {

TEST(Result, GoesToItsFileAndItsTextToStandardOutput) {
    const TemporaryFolder folder;
    Redirection streams{"", ""};
    write_result((folder.path() / "out.json").string(), "{}", "text");
    EXPECT_EQ(content_of(folder.path() / "out.json"), "{}");
    EXPECT_EQ(streams.output, "text");
    EXPECT_EQ(streams.messages, "");
}

TEST(Result, OnStandardOutputHasItsTextBesideIt) {
    Redirection streams{"", ""};
    write_result("-", "{}", "text");
    EXPECT_EQ(streams.output, "{}");
    EXPECT_EQ(streams.messages, "text");
}

TEST(Result, WithoutAFileIsItsTextAlone) {
    Redirection streams{"", ""};
    write_result({}, "{}", "text");
    EXPECT_EQ(streams.output, "text");
    EXPECT_EQ(streams.messages, "");
}

}  // namespace
}  // namespace xdnasim::cli
