// `simulate --picture`: the array with its streams, of any workload.

#include <filesystem>

#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::HasSubstr;

class Picture : public Command {
 protected:
    [[nodiscard]] std::string drawn(const std::string& arguments, const std::string& name) const {
        const auto file = folder_.path() / name;
        const Outcome outcome =
            run(fmt::format("simulate {} --picture '{}'", arguments, file.string()));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.messages;
        return content_of(file);
    }
    [[nodiscard]] static std::size_t count(const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos;
             at = text.find(part, at + part.size()))
            ++found;
        return found;
    }
};

TEST_F(Picture, ShowsEachTileStreamCascadeAndPort) {
    const std::string svg =
        drawn(XDNASIM_EXAMPLES
              "/gama_int32.yaml --set gemm.array.rows=2 --set gemm.array.packs=3 "
              "--set gemm.iterations=1",
              "a.svg");
    EXPECT_TRUE(svg.starts_with("<svg"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(count(svg, "rx='6'"), 38U * 11U) << "tiles";
    EXPECT_EQ(count(svg, "<title>cascade from"), 2U * 3U * 3U);
    // 8 of A, 12 of B, 6 of C.
    EXPECT_EQ(count(svg, "<path d="), 2 * 26U);
    EXPECT_EQ(count(svg, "<title>A("), 8U);
    EXPECT_THAT(svg, HasSubstr("PL "));
}

TEST_F(Picture, ShowsAnyWorkloadAndGoesIntoAPageWithTheSummary) {
    const std::string page = drawn(fmt::format("'{}'", kTeaching), "a.html");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_THAT(page, HasSubstr("performance"));
    EXPECT_THAT(page, HasSubstr("A0 L3-L2"));
}

TEST_F(Picture, RefusesANameThatSaysNothing) {
    expect_refused(simulate("--picture picture.jpg"), "neither in .svg nor in .html");
    EXPECT_FALSE(std::filesystem::exists("picture.jpg"));
}

}  // namespace
}  // namespace xdnasim::cli
