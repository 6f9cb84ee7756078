#include "base/known_text.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/yaml.hpp"
#include "test/base/parsed_yaml.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::base {
namespace {

using test::parse;

constexpr std::string_view kText =
    "b: 1  # a comment\n"
    "a:\n"
    "  - x y\n"
    "  - {c: \"y\", 'd e': [], f: {}}\n"
    "  - [[1, 2], ~]\n"
    "empty:\n"
    "folded: >\n"
    "  two\n"
    "  lines\n";

TEST(KnownText, IsTheTreeThatItWasMadeOf) {
    const Node read = parse(kText);
    const std::vector<KnownNode> nodes = known_nodes(read);
    const Node again = tree_of({kText, nodes}, read.place().source);
    EXPECT_EQ(again.to_flow(), read.to_flow());
    EXPECT_EQ(nodes.size(), 22u);
}

TEST(KnownText, KeepsPlacesAndQuotes) {
    const Node read = parse(kText);
    const std::vector<KnownNode> nodes = known_nodes(read);
    const Node again = tree_of({kText, nodes}, std::make_shared<const std::string>("q.yaml"));
    EXPECT_EQ(to_string(again.entries()[1].place), "q.yaml:2:1");
    const Node* const quoted = again.at_path("a.1.c");
    ASSERT_NE(quoted, nullptr);
    EXPECT_EQ(to_string(quoted->place()), "q.yaml:4:9");
    EXPECT_TRUE(quoted->is_quoted());
    EXPECT_FALSE(again.find("b")->is_quoted());
    EXPECT_TRUE(again.find("empty")->is_null());
}

TEST(KnownText, StandsForAFileThatSaysTheSameAndForNoOther) {
    const TemporaryFolder folder;
    // The known trees are not those of their texts, so that a value shows which one was used.
    const Node other = parse("a: 2");
    const std::vector<KnownNode> nodes = known_nodes(other);
    const std::array known{KnownText{"other: 0\n", nodes}, KnownText{"a: 1\n", nodes}};
    const auto value_in = [&](std::string_view text) {
        const std::filesystem::path file = folder.write("p.yaml", text);
        return load_yaml(file, kAnyYaml, known).find("a")->text();
    };
    EXPECT_EQ(value_in("a: 1\n"), "2");
    EXPECT_EQ(value_in("a: 1\n\n"), "1");
    EXPECT_EQ(value_in("a: 1"), "1");
    EXPECT_EQ(value_in("a: 3\n"), "3");
}

}  // namespace
}  // namespace xdnasim::base
