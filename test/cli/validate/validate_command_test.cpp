// `xdnasim validate` as a user calls it.

#include <array>
#include <filesystem>
#include <string_view>

#include <nlohmann/json.hpp>

#include "cli/validate/validation_tables.hpp"
#include "test/cli/command_fixture.hpp"

namespace xdnasim::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Fixture with a copy of the command and of the validation data, which that copy reads; a test may
/// change tolerances there.
class InstalledValidation : public Command {
 protected:
    void SetUp() override {
        namespace fs = std::filesystem;
        const fs::path share = folder_.path() / "share" / "xdnasim";
        fs::create_directories(share);
        fs::copy(XDNASIM_VALIDATION, share / "validation", fs::copy_options::recursive);
        fs::create_directories(folder_.path() / "bin");
        fs::copy(XDNASIM_COMMAND, folder_.path() / "bin" / "xdnasim");
    }
    [[nodiscard]] Outcome validate(const std::string& arguments) const {
        return run_line(
            fmt::format("'{}/bin/xdnasim' validate {}", folder_.path().string(), arguments));
    }
    void set_kernel_tolerance(const char* percent) const {
        folder_.write("share/xdnasim/validation/tolerances/kernels.yaml",
                      fmt::format("tolerances:\n  - {{mean: {}}}\n", percent));
    }
};

TEST_F(Command, ComparesASuiteRowByRow) {
    const Outcome outcome = run("validate --suite kernels");
    EXPECT_THAT(outcome.output,
                AllOf(HasSubstr("MEASURED"), HasSubstr("int8 -> int32, 48x280x48"),
                      HasSubstr("3,360"), HasSubstr("stream"), HasSubstr("R^2"), HasSubstr("met")));
    EXPECT_THAT(outcome.output, HasSubstr("No parameter is fitted per precision"));
}

TEST_F(InstalledValidation, SucceedsWithinTheTolerances) {
    set_kernel_tolerance("5");
    const Outcome outcome = validate("--suite kernels");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("within its tolerances"));
}

TEST_F(InstalledValidation, FailsWhenAToleranceIsBroken) {
    set_kernel_tolerance("0.1");
    const Outcome outcome = validate("--suite kernels");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.output, HasSubstr("BREAKS a tolerance"));
    EXPECT_EQ(outcome.messages, "xdnasim: an error exceeds its tolerance\n");
}

TEST_F(InstalledValidation, RefusesABrokenFileWithItsPlace) {
    set_kernel_tolerance("much");
    expect_refused(validate("--suite kernels"), "kernels.yaml:2:12: 'much' is not a number");
}

/// A change that makes rows of the contiguous suite wrong: the last `from` in their text is
/// replaced by `to`.
struct BadRows {
    const char* from;
    const char* to;
    const char* message;
};

constexpr std::string_view kHeader =
    "source,device,clock_ghz,dispatch_us,input,output,call_cycles,m_ct,k_ct,n_ct,k_mt,b_layout,"
    "m,k,n,time_us,spread,how,split\n";
constexpr std::string_view kRow =
    "a log,xdna-phoenix,1.0,0,bf16,bf16,0,80,40,96,40,column-major,4160,4160,4224,78348.2,0,"
    "best run,calibration\n";

constexpr std::array kBadRows{
    BadRows{"time_us", "time_ms", ":1: unknown column 'time_ms'; did you mean 'time_us'?"},
    BadRows{"clock_ghz", "clock_mhz", ":1: unknown column 'clock_mhz'"},
    BadRows{"spread,", "", ":1: column 'spread' is missing"},
    BadRows{"78348.2", "78.3482 ms", ":3: time_us: '78.3482 ms' is not a number"},
    BadRows{"78348.2", "0", ":3: time_us: '0' is out of range"},
    BadRows{"78348.2", "-1", ":3: time_us: '-1' is out of range"},
    BadRows{"78348.2", "nan", ":3: time_us: 'nan' is not a number"},
    BadRows{"1.0", "1000", ":3: clock_ghz: '1000' is out of range"},
    BadRows{"1.0", "0", ":3: clock_ghz: '0' is out of range"},
    BadRows{"78348.2,0", "78348.2,4 %", ":3: spread: '4 %' is not a number"},
    BadRows{"78348.2,0", "78348.2,4", ":3: spread: '4' is out of range"},
    BadRows{"column-major", "col",
            ":3: b_layout: 'col' is not known here; did you mean 'column-major'?"},
    BadRows{"bf16", "bfloat", ":3: output: 'bfloat' is not known here"},
    BadRows{",calibration\n", ",calib", ":3: split: "},
    BadRows{",best run,calibration\n", "", ":3: 17 values; allowed: 19, one for each column"},
    BadRows{"xdna-phoenix", "xdna-phenix", "did you mean 'xdna-phoenix'"},
    BadRows{"80,40,96", "8000,4000,96", "taka_contiguous:3: "}};

TEST_F(InstalledValidation, RefusesBadRowsWithTheirFileAndLine) {
    const std::string good = fmt::format("{}{}{}", kHeader, kRow, kRow);
    for (const auto& [from, to, message] : kBadRows) {
        std::string text = good;
        // The last occurrence is in the second row, or in the header if no row has the text.
        text.replace(text.rfind(from), std::string_view{from}.size(), to);
        folder_.write("share/xdnasim/validation/measured/taka_contiguous.csv", text);
        SCOPED_TRACE(to);
        expect_refused(validate("--suite contiguous"), message);
    }
}

TEST_F(InstalledValidation, RefusesAnEmptyFileOfRows) {
    for (const std::string_view text : {std::string_view{}, kHeader}) {
        folder_.write("share/xdnasim/validation/measured/taka_contiguous.csv", text);
        expect_refused(validate("--suite contiguous"), "taka_contiguous.csv: no rows");
    }
}

TEST_F(Command, RefusesASuiteThatIsNotThere) {
    expect_refused(run("validate --suite kernal"), "did you mean 'kernels'");
}

TEST_F(Command, RefusesTwoResultsOnStandardOutput) {
    expect_refused(run("validate --json - --markdown -"), "only one can be standard output");
}

TEST_F(Command, RefusesAPageWithoutAPlaceForTheTable) {
    const auto page = folder_.write("page.md", "# no marks\n");
    expect_refused(run("validate --suite kernels --markdown " + page.string()),
                   "no lines <!-- accuracy -->");
    EXPECT_EQ(content_of(page), "# no marks\n");
}

TEST_F(Command, PutsTheTableBetweenTheMarksOfAPage) {
    const auto page =
        folder_.write("page.md", "# page\n<!-- accuracy -->\nold\n<!-- /accuracy -->\nrest\n");
    const Outcome table = run("validate --suite kernels --markdown -");
    static_cast<void>(run("validate --suite kernels --markdown " + page.string()));
    EXPECT_THAT(table.output, HasSubstr("| Single kernel calls, slot model | "));
    EXPECT_EQ(content_of(page),
              "# page\n<!-- accuracy -->\n" + table.output + "<!-- /accuracy -->\nrest\n");
}

TEST(AccuracyPage, KeepsItsLineEnds) {
    EXPECT_EQ(with_accuracy_table("a\r\n<!-- accuracy -->\r\nold\r\n<!-- /accuracy -->\r\n",
                                  "| new |\n", "page.md"),
              "a\r\n<!-- accuracy -->\r\n| new |\r\n<!-- /accuracy -->\r\n");
}

constexpr const char* kPageOfTwo =
    "# page\n<!-- sensitivity halo -->\nold\n<!-- /sensitivity -->\n"
    "<!-- sensitivity traces -->\nkept\n<!-- /sensitivity -->\n";

TEST(SensitivityPage, HasTheTablesOfASuiteBetweenItsMarks) {
    const auto page = with_sensitivity(kPageOfTwo, "halo", "\n| new |\n", "page.md");
    ASSERT_TRUE(page);
    EXPECT_EQ(*page,
              "# page\n<!-- sensitivity halo -->\n\n| new |\n<!-- /sensitivity -->\n"
              "<!-- sensitivity traces -->\nkept\n<!-- /sensitivity -->\n");
    EXPECT_FALSE(with_sensitivity("no marks\n", "halo", "| new |\n", "page.md"));
}

TEST_F(Command, WritesOverNoTablesOfOtherSuites) {
    const auto page = folder_.write("page.md", kPageOfTwo);
    for (const std::string suite : {"", "--suite desktop "})
        expect_refused(run(fmt::format("validate {}--sensitivity '{}'", suite, page.string())),
                       "has places for the tables of single suites only. Choose one with --suite");
    EXPECT_EQ(content_of(page), kPageOfTwo);
}

TEST_F(Command, GivesTheRegressionAsJson) {
    const auto document = nlohmann::json::parse(run("validate --suite kernels --json -").output);
    const auto& suite = document.at("suites").at(0);
    EXPECT_EQ(suite["name"], "kernels");
    EXPECT_EQ(suite["unit"], "cycles");
    EXPECT_GE(suite["rows"].size(), 26U);
    EXPECT_EQ(document["devices"].size(), 3U);
    EXPECT_TRUE(document["sweeps"].empty());
    EXPECT_TRUE(document["comparisons"].empty());
}

TEST_F(Command, SaysWhatAReportNeeds) {
    const auto folder = folder_.path() / "report";
    const Outcome outcome = run("validate --suite kernels --html " + folder.string());
    if (outcome.exit_code < 2) {
        EXPECT_THAT(content_of(folder / "index.html"), HasSubstr("</html>"));
    } else {
        EXPECT_THAT(outcome.messages, HasSubstr("python3-jinja2"));
    }
}

}  // namespace
}  // namespace xdnasim::cli
