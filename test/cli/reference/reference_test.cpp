// docs/reference.md: it is what `xdnasim reference` prints, and it is complete.

#include "cli/reference/reference.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "arch/device_file.hpp"
#include "base/yaml.hpp"
#include "test/cli/command_fixture.hpp"
#include "test/support/matches.hpp"

namespace xdnasim::cli {
namespace {

namespace fs = std::filesystem;
using base::Node;
using testing::HasSubstr;

std::string page() {
    return content_of(fs::path{XDNASIM_README}.parent_path() / "docs" / "reference.md");
}

/// Returns the text from the line `heading`, such as "## Keys", to the next heading of the same
/// level; empty if there is no such line.
std::string part_of(const std::string& page, const std::string& heading) {
    const std::size_t begin = page.find("\n" + heading + "\n");
    if (begin == std::string::npos) return {};
    const std::string mark = "\n" + heading.substr(0, heading.find(' ') + 1);
    return page.substr(begin, page.find(mark, begin + 1) - begin);
}

/// Returns the first group of each match.
std::vector<std::string> first_groups(const std::string& text, const std::string& expression) {
    std::vector<std::string> found;
    for (const auto& match : matches_of(text, expression))
        found.push_back(match.at(1));
    return found;
}

class Reference : public Command {
 protected:
    /// Expects that the page lists all options in the help of `command` and of its subcommands.
    void expect_options(const std::string& command) {
        const std::string help = run(command + " --help").output;
        const std::string part = part_of(page_, fmt::format("### `xdnasim{}`", command));
        ASSERT_FALSE(part.empty()) << "no part for 'xdnasim" << command << "'";
        for (const std::string& line : first_groups(help, "\n( +-[^\n]*)"))
            for (const std::string& name :
                 first_groups(line.substr(0, line.find("  ", 3)), "(--?[a-z][a-z-]*)")) {
                EXPECT_THAT(part, testing::ContainsRegex("`[^`]*" + name + "[,`]")) << command;
                ++checked_;
            }
        const std::size_t list = help.find("\nSubcommands:");
        if (list == std::string::npos) return;
        for (const std::string& name : first_groups(help.substr(list), "\n  ([a-z]+) "))
            expect_options(fmt::format("{} {}", command, name));
    }

    /// Expects that each key in `node` and below it is a row of the table in `part`. `path`: the
    /// path of `node`, with which the keys of the table begin.
    void expect_keys(const Node& node, const std::string& path, const std::string& part) {
        if (node.kind() == Node::Kind::Sequence)
            for (const Node& item : node.as_sequence())
                if (item.is_map()) expect_keys(item, path + ".N", part);
        if (!node.is_map()) return;
        for (const base::Entry& entry : node.entries()) {
            const std::string below = path.empty() ? entry.key : path + "." + entry.key;
            EXPECT_THAT(part, HasSubstr(fmt::format("\n| `{}` |", below)));
            ++checked_;
            if (below != "device.set") expect_keys(entry.value, below, part);
        }
    }

    void expect_quantities(const Node& node, const std::string& path) {
        if (!node.is_map()) return;
        if (arch::is_quantity(node)) {
            EXPECT_THAT(devices_, testing::ContainsRegex(
                                      fmt::format("\n[|] `{}` [|][^\n]* [|] {} [|] [^|]*[|]\n",
                                                  path, node.find("unit")->as_string())));
            ++checked_;
            return;
        }
        for (const base::Entry& entry : node.entries())
            expect_quantities(entry.value, path.empty() ? entry.key : path + "." + entry.key);
    }

    const std::string page_ = page();
    const std::string devices_ = part_of(page_, "## Device file");
    int checked_ = 0;
};

TEST_F(Reference, IsWhatTheCommandPrints) {
    const Outcome outcome = run("reference");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(outcome.output == page_)
        << "docs/reference.md is not up to date; run: xdnasim reference > docs/reference.md";
}

TEST_F(Reference, DoesNotDependOnTheTerminal) {
    EXPECT_EQ(run_after("COLUMNS=40; export COLUMNS;", "reference").output,
              run("reference").output);
}

TEST_F(Reference, HasEveryOptionOfEveryCommand) {
    expect_options("");
    EXPECT_GT(checked_, 80);
}

TEST_F(Reference, HasTheFormOfAValueAsTheOptionTakesIt) {
    EXPECT_THAT(page_, HasSubstr("| `--window` | `FROM:TO` |"));
    EXPECT_THAT(page_, HasSubstr("| `--jobs` | `N`, whole numbers from 1 to 1024 |"));
}

TEST_F(Reference, HasEveryExitCode) {
    const std::string codes = part_of(page_, "## Exit codes");
    for (const int code : {0, 1, 2, 3, 4})
        EXPECT_THAT(codes, HasSubstr(fmt::format("\n| {} | ", code)));
}

TEST_F(Reference, HasEveryKeyOfTheExamples) {
    const std::string problem = part_of(page_, "## Problem file");
    int files = 0;
    for (const auto& entry : fs::directory_iterator{XDNASIM_EXAMPLES}) {
        if (entry.path().extension() != ".yaml") continue;
        SCOPED_TRACE(entry.path().filename());
        ++files;
        const base::Node root = base::load_yaml(entry.path());
        for (const base::Entry& key : root.entries()) {
            EXPECT_THAT(problem, HasSubstr(fmt::format("\n| `{}` |", key.key)));
            if (key.key == "device")
                expect_keys(key.value, key.key, problem);
            else
                expect_keys(key.value, "",
                            part_of(problem, fmt::format("### Section `{}`", key.key)));
        }
    }
    EXPECT_GT(files, 10);
    EXPECT_GT(checked_, 100);
}

TEST_F(Reference, HasEveryKeyOfTheKernelPrograms) {
    const std::string program = part_of(page_, "## Kernel program");
    for (const auto& entry : fs::directory_iterator{XDNASIM_EXAMPLES "/kernels"}) {
        const base::Node root = base::load_yaml(entry.path());
        for (const base::Entry& key : root.entries()) {
            EXPECT_THAT(program, HasSubstr(fmt::format("\n| `{}` |", key.key)));
            expect_keys(key.value, "body", program);  // other lists have the same keys as body
        }
    }
    EXPECT_GT(checked_, 30);
}

TEST_F(Reference, HasEveryQuantityOfEveryDeviceWithItsUnit) {
    for (const std::string& name : arch::device_names()) {
        SCOPED_TRACE(name);
        expect_quantities(arch::load_device_file(arch::find_device(name)), "");
    }
    EXPECT_GT(checked_, 400);
}

TEST_F(Reference, HasTablesWithAsManyCellsInEachRow) {
    std::size_t cells = 0;
    int rows = 0;
    for (std::size_t begin = 0, end = 0; begin < page_.size(); begin = end + 1) {
        end = page_.find('\n', begin);
        const std::string line = page_.substr(begin, end - begin);
        if (!line.starts_with('|')) {
            cells = 0;
            continue;
        }
        const std::size_t bars = first_groups(line, "(^|[^\\\\])[|]").size();
        if (cells != 0) {
            EXPECT_EQ(bars, cells) << line;
        }
        cells = bars;
        ++rows;
    }
    EXPECT_GT(rows, 300);
}

TEST(CommonKeys, PutsWhatTheFirstDeviceLacksBehindTheKeyBeforeIt) {
    const auto keys = common_keys({{"one", {{"a", true, "1", {}}, {"c", true, "3", {}}}},
                                   {"two", {{"a", true, "2", {}}, {"b", true, "2", {}}}}});
    ASSERT_EQ(keys.size(), 3U);
    EXPECT_EQ(keys[0].key.path, "a");
    EXPECT_EQ(allowed_text(keys[0]), "1 (one); 2 (two)");
    EXPECT_EQ(keys[1].key.path, "b");
    EXPECT_THAT(keys[1].devices, testing::ElementsAre("two"));
    EXPECT_EQ(keys[2].key.path, "c");
    EXPECT_EQ(allowed_text(keys[2]), "3");
}

}  // namespace
}  // namespace xdnasim::cli
