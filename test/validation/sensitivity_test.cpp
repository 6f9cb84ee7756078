#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "validation/regression.hpp"

namespace xdnasim::validation {
namespace {

using testing::HasSubstr;

constexpr std::size_t kRows = 15;  // number of measured rows of Strix Halo

/// Returns the tables for simulated values that are 10 % above the measured ones, each multiplied
/// by value(ID OF THE ROW).
template <class Value>
std::string tables_of(const Sensitivity& sensitivity, Value value) {
    std::vector<Simulation> simulations;
    for (const Case& one : sensitivity.cases()) {
        const double as_it_is = 1.1 * one.measured.value;
        simulations.push_back(
            {.value = as_it_is * value(one.measured.id), .bound = Bound::Dram, .details = {}});
    }
    return sensitivity.tables(simulations);
}

std::ptrdiff_t count(const std::string& text, std::string_view part) {
    std::ptrdiff_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST(Sensitivity, RunsEveryRowOfASuiteAsItIsAndWithEachParameterRaised) {
    const Sensitivity sensitivity{"halo"};
    const std::string table = tables_of(sensitivity, [](const std::string&) { return 1.0; });
    const auto lines = count(table, "\n| ");
    EXPECT_GE(lines, 17) << "a head, one line as it is, and the parameters";
    EXPECT_EQ(sensitivity.cases().size(), static_cast<std::size_t>(lines - 1) * kRows);
    std::set<std::string> ids;
    for (const Case& one : sensitivity.cases())
        ids.insert(one.measured.id);
    EXPECT_EQ(ids.size(), sensitivity.cases().size()) << "each is kept by a name of its own";
}

TEST(Sensitivity, SaysNothingOfParametersThatMoveNoRow) {
    const std::string table =
        tables_of(Sensitivity{"halo"}, [](const std::string&) { return 1.0; });
    EXPECT_THAT(table, HasSubstr("| xdna2-strix-halo | halo |\n|---|---|\n"
                                 "| as it is | 10.0 (15) |\n| dram.channel | - |\n"));
    EXPECT_EQ(count(table, "| - |"), count(table, "\n| ") - 2);
}

TEST(Sensitivity, GivesTheChangeOfTheErrorAndTheRowsThatMove) {
    const std::string table = tables_of(Sensitivity{"halo"}, [](const std::string& id) {
        if (id.find(": dram.read: ") != std::string::npos) return 1.02;
        // dram.total changes a single row, which leaves the median as it is.
        return id == "xdna2-strix-halo: dram.total: halo: casselc_whole_array:7" ? 1.5 : 1.0;
    });
    EXPECT_THAT(table, HasSubstr("| dram.read | +2.2 (15) |\n"));
    EXPECT_THAT(table, HasSubstr("| dram.total | 0.0 (1) |\n"));
    EXPECT_THAT(table, HasSubstr("| dram.write | - |\n"));
}

TEST(Sensitivity, HasATableForEachDeviceAndAColumnForEachSuite) {
    const std::string table = tables_of(Sensitivity{{}}, [](const std::string&) { return 1.0; });
    for (const char* const head :
         {"| xdna-phoenix | sweep-sample | contiguous | desktop | arrays | transfers | effects |\n",
          "\n| xdna2-krackan |", "\n| xdna2-strix |", "| xdna2-strix-halo | halo |\n"})
        EXPECT_THAT(table, HasSubstr(head));
}

TEST(Sensitivity, RefusesASuiteThatIsNotThere) {
    EXPECT_THAT(input_error([] { return Sensitivity{"hallo"}; }), HasSubstr("did you mean 'halo'"));
}

}  // namespace
}  // namespace xdnasim::validation
