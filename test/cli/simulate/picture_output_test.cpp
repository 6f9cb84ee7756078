// `simulate --picture`: a picture of the array with its streams, for any workload.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "test/cli/command_fixture.hpp"
#include "test/support/matches.hpp"

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
    // 12 columns of cores, 2 more by which rows are shifted, and one on each side are 16 columns;
    // each has 11 tiles.
    EXPECT_EQ(count(svg, "rx='6'"), 16U * 11U) << "tiles";
    EXPECT_THAT(svg, HasSubstr("of 38: the others are not used"));
    EXPECT_EQ(count(svg, "<title>cascade from"), 2U * 3U * 3U);
    // 26 streams: 8 of A, 12 of B, 6 of C.
    EXPECT_EQ(count(svg, "<path d="), 2 * 26U);
    EXPECT_EQ(count(svg, "<title>A("), 8U);
    EXPECT_THAT(svg, HasSubstr("PL "));
    // The colour of an operand occurs once for each of its streams and once in the legend.
    EXPECT_EQ(count(svg, "stroke='#2f6f8f'"), 8U + 1U) << "A";
    EXPECT_EQ(count(svg, "stroke='#17a398'"), 12U + 1U) << "B";
    EXPECT_THAT(svg, HasSubstr("<title>middle_int8_int32</title>"));
}

TEST_F(Picture, HasItsWholeLegendOnTheSmallestArray) {
    const std::string svg = drawn(fmt::format("'{}'", kTeaching), "small.svg");
    const auto sizes = matches_of(svg, "<svg[^>]* width='([0-9]+)' height='([0-9]+)'");
    ASSERT_FALSE(sizes.empty());
    const int width = std::stoi(sizes.front()[1]);
    const int height = std::stoi(sizes.front()[2]);
    int entries = 0;
    for (const auto& entry :
         matches_of(svg, "<text x='([0-9]+)' y='([0-9]+)' font-size='11'>([^<]*)<")) {
        constexpr int kLetter = 6;  // average width in pixels of a letter with font size 11
        EXPECT_LE(std::stoi(entry[1]) + kLetter * static_cast<int>(entry[3].size()), width);
        EXPECT_LE(std::stoi(entry[2]), height);
        ++entries;
    }
    EXPECT_EQ(entries, 6);
}

TEST_F(Picture, HasNamesOfCoresAsWideAsTiles) {
    const std::string svg =
        drawn(fmt::format("'{}'", XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml"), "names.svg");
    EXPECT_THAT(svg, HasSubstr("<title>matmul_int8_int8_144x72x144</title>"));
    int lines = 0;
    for (const auto& line : matches_of(svg, "<tspan[^>]*>([^<]*)</tspan>")) {
        // A bold letter of font size 8 is 5.6 pixels wide; 92 of a tile's 104 are beside the bar.
        EXPECT_LE(static_cast<double>(line[1].size()) * 5.6, 92) << line[1];
        ++lines;
    }
    EXPECT_EQ(lines, 2 * 32);
}

TEST_F(Picture, ShowsAnyWorkloadAndGoesIntoAPageWithTheSummary) {
    const std::string page = drawn(fmt::format("'{}'", kTeaching), "a.html");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_THAT(page, HasSubstr("performance"));
    EXPECT_THAT(page, HasSubstr("A0 L3-L2"));
}

/// Returns (state, width in pixels) of the bars of a part of the work, in the order of the page.
std::vector<std::pair<std::string, double>> bars_of(const std::string& page,
                                                    const std::string& part) {
    std::vector<std::pair<std::string, double>> bars;
    for (const auto& bar : matches_of(page, "width='([0-9.]+)' height='16' fill='[^']*'><title>" +
                                                part + ": ([a-z ]+) [0-9,]+ cycles"))
        bars.emplace_back(bar[2], std::stod(bar[1]));
    return bars;
}

TEST_F(Picture, ShowsInAPageWhereTheTimeOfEachLayerGoes) {
    const std::string page = drawn(XDNASIM_EXAMPLES "/network_32x32x32_l8.yaml", "network.html");
    double begin = -1;
    for (int layer = 0; layer < 8; ++layer) {
        const auto bars = bars_of(page, fmt::format("layer {}", layer));
        ASSERT_GE(bars.size(), 3U) << layer;
        double sum = 0;
        double waits = 0;
        for (const auto& [state, width] : bars) {
            sum += width;
            if (state.starts_with("waiting")) waits += width;
        }
        EXPECT_NEAR(sum, 640, 0.1 * static_cast<double>(bars.size()));
        EXPECT_EQ(bars.back().first, "idle");
        EXPECT_GT(waits, begin) << "each layer begins behind the one before";
        begin = waits;
    }
}

TEST_F(Picture, ShowsWhereTheTimeOfRowsOfCoresGoes) {
    const std::string page = drawn(fmt::format("'{}'", kTeaching), "rows.html");
    EXPECT_EQ(bars_of(page, "cores of row 2").front().first, "waiting for locks");
}

TEST_F(Picture, RefusesANameThatSaysNothing) {
    expect_refused(simulate("--picture picture.jpg"), "neither in .svg nor in .html");
    EXPECT_FALSE(std::filesystem::exists("picture.jpg"));
}

}  // namespace
}  // namespace xdnasim::cli
