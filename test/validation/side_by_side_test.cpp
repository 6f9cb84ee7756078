#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "validation/regression.hpp"

namespace xdnasim::validation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Case row(const std::string& id, double value) {
    Case one;
    one.measured.id = id;
    one.simulate = [value](const Devices&) {
        return Simulation{.value = value,
                          .bound = Bound::Dram,
                          .details = {{"number", value / 3}, {"text", std::string{"a, b"}}}};
    };
    return one;
}

Case broken_row(const std::string& id) {
    Case one = row(id, 0);
    one.simulate = [](const Devices&) -> Simulation { throw base::InputError{"nothing fits"}; };
    return one;
}

std::vector<double> values_of(const std::vector<Simulation>& simulations) {
    std::vector<double> values;
    for (const Simulation& simulation : simulations)
        values.push_back(simulation.value);
    return values;
}

class SideBySideRows : public testing::Test {
 protected:
    [[nodiscard]] std::vector<double> run(const std::vector<Case>& cases,
                                          unsigned processes = 2) const {
        return values_of(simulate_side_by_side(cases, {processes, keep_, rows_of_}, {}));
    }
    [[nodiscard]] std::string kept() const {
        std::ostringstream text;
        text << std::ifstream{keep_}.rdbuf();
        return text.str();
    }
    void set_kept(const std::string& text) const { std::ofstream{keep_} << text; }

    TemporaryFolder folder_;
    std::filesystem::path keep_ = folder_.path() / "rows";
    std::string rows_of_ = "a suite";
};

TEST_F(SideBySideRows, ComeInTheirOrderWhoeverIsDoneFirst) {
    std::vector<Case> cases;
    std::vector<double> expected;
    for (int i = 0; i < 20; ++i) {
        cases.push_back(row("r:" + std::to_string(i), i + 0.1));
        expected.push_back(i + 0.1);
    }
    for (const unsigned processes : {1U, 3U, 50U})
        EXPECT_EQ(values_of(simulate_side_by_side(cases, {processes, {}, {}}, {})), expected);
    EXPECT_THAT(simulate_side_by_side({}, {2, {}, {}}, {}), testing::IsEmpty());
}

TEST_F(SideBySideRows, AreTheSameAfterTheyWereKept) {
    const std::vector<Case> cases{row("r:1", 1.0 / 3), row("r:2", 1e9)};
    const std::vector<Simulation> first = simulate_side_by_side(cases, {2, keep_, {}}, {});
    const std::vector<Simulation> again = simulate_side_by_side(cases, {2, keep_, {}}, {});
    ASSERT_EQ(again.size(), 2U);
    for (std::size_t i = 0; i < again.size(); ++i) {
        EXPECT_EQ(again[i].value, first[i].value);
        EXPECT_EQ(again[i].bound, Bound::Dram);
        EXPECT_EQ(again[i].details, first[i].details);
    }
}

TEST_F(SideBySideRows, ThatAreKeptAreNotSimulatedAgain) {
    EXPECT_THAT(run({row("r:1", 1)}), ElementsAre(1));
    EXPECT_THAT(run({row("r:1", 5), row("r:2", 2)}), ElementsAre(1, 2));
}

TEST_F(SideBySideRows, GoOnFromAKilledRun) {
    EXPECT_THAT(run({row("r:1", 1), row("r:2", 2)}, 1), ElementsAre(1, 2));
    const std::string whole = kept();
    // The file of a run that was killed while it wrote the second row.
    set_kept(whole.substr(0, whole.size() - 10));
    EXPECT_THAT(run({row("r:1", 5), row("r:2", 6)}, 1), ElementsAre(1, 6));
    // The file of a run that was killed while it wrote the first line.
    set_kept(whole.substr(0, 5));
    EXPECT_THAT(run({row("r:1", 5), row("r:2", 6)}), ElementsAre(5, 6));
}

TEST_F(SideBySideRows, StayInAFileThatIsNotOne) {
    for (const char* const text : {"my notes\nand more\n", "a line without an end"}) {
        set_kept(text);
        EXPECT_THAT(input_error([&] { return run({row("r:1", 1)}); }),
                    HasSubstr("rows:1: this is not a file of kept results"));
        EXPECT_EQ(kept(), text);
    }
}

TEST_F(SideBySideRows, OfAnotherBuildAreRefused) {
    set_kept("results kept by xdnasim, made by 0123456789abcdef\n");
    EXPECT_THAT(input_error([&] { return run({row("r:1", 1)}); }),
                HasSubstr("another build of xdnasim"));
}

TEST_F(SideBySideRows, OfAnotherSuiteAreRefused) {
    EXPECT_THAT(run({row("r:1", 1)}), ElementsAre(1));
    const std::string before = kept();
    rows_of_ = "another suite";
    EXPECT_THAT(input_error([&] { return run({row("r:1", 5)}); }),
                HasSubstr("rows: its results are of another suite"));
    EXPECT_EQ(kept(), before);
}

TEST_F(SideBySideRows, NameALineThatIsDamaged) {
    EXPECT_THAT(run({row("r:1", 1)}), ElementsAre(1));
    const std::string good = kept();
    for (const char* const line :
         {"r:2", "", "r:2, 1.5 us", "r:2\t", "r:2\t{\"val", "r:2\t[]", "r:2\tnull", "r:2\t{}",
          "r:2\t{\"value\": \"1.5 us\", \"bound\": \"dram\", \"details\": []}",
          "r:2\t{\"value\": 1.5, \"bound\": \"drum\", \"details\": []}",
          "r:2\t{\"value\": 1.5, \"bound\": \"dram\", \"details\": [[\"m\"]]}"}) {
        set_kept(good + line + '\n');
        EXPECT_THAT(input_error([&] { return run({row("r:1", 1)}); }),
                    HasSubstr("rows:3: this is not a result that was kept"))
            << line;
        EXPECT_EQ(kept(), good + line + '\n');
    }
}

TEST_F(SideBySideRows, BeginInAnEmptyFile) {
    set_kept("");
    EXPECT_THAT(run({row("r:1", 1)}), ElementsAre(1));
    EXPECT_THAT(run({row("r:1", 5)}), ElementsAre(1));
}

std::filesystem::path mark;

extern "C" void leave_mark(int) {
    ::close(::creat(mark.c_str(), 0600));
    std::_Exit(EXIT_FAILURE);
}

TEST_F(SideBySideRows, AreEndedWithoutTheHandlerOfThisProgram) {
    mark = folder_.path() / "mark";
    const auto before = std::signal(SIGTERM, leave_mark);
    Case endless = row("r:2", 2);
    endless.simulate = [](const Devices&) {
        while (true)
            ::pause();
        return Simulation{};
    };
    EXPECT_THAT(input_error([&] {
                    return run({broken_row("r:1"), endless});
                }),
                HasSubstr("r:1: nothing fits"));
    std::signal(SIGTERM, before);
    EXPECT_FALSE(std::filesystem::exists(mark));
}

TEST_F(SideBySideRows, SayWhichCannotBeSimulated) {
    EXPECT_THAT(input_error([&] {
                    return run({row("r:1", 1), broken_row("r:2")});
                }),
                HasSubstr("r:2: nothing fits"));
}

}  // namespace
}  // namespace xdnasim::validation
