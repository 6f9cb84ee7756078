#include "arch/device_texts.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "base/known_text.hpp"
#include "base/yaml.hpp"
#include "test/support/temporary_folder.hpp"

namespace xdnasim::arch {
namespace {

std::vector<std::filesystem::path> shipped_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{devices_folder()})
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    return files;
}

bool is_same(const base::KnownNode& node, const base::KnownNode& other) {
    return node.kind == other.kind && node.line == other.line && node.column == other.column &&
           node.size == other.size && node.text == other.text;
}

TEST(DeviceTexts, AreThoseOfTheFilesThatXdnasimComesWithAndWhatYamlSaysInThem) {
    std::size_t nodes = 0;
    for (const std::filesystem::path& file : shipped_files()) {
        const std::string text = content_of(file);
        const base::KnownText* const known = base::find_known(device_texts(), text);
        ASSERT_NE(known, nullptr) << file << " has changed since the build";
        const base::Node read = base::parse_yaml(text, file.string());
        const std::vector<base::KnownNode> expected = base::known_nodes(read);
        ASSERT_EQ(known->tree.size(), expected.size()) << file;
        for (std::size_t at = 0; at < expected.size(); ++at, ++nodes)
            EXPECT_TRUE(is_same(known->tree[at], expected[at])) << file << ", node " << at;
    }
    EXPECT_EQ(shipped_files().size(), device_texts().size());
    EXPECT_GT(nodes, 3'000u);
}

}  // namespace
}  // namespace xdnasim::arch
