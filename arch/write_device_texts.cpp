// write_device_texts OUTPUT FILE...: writes the C++ source that defines device_texts(), with the
// text and the parsed YAML of each FILE. Runs as a step of the build.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/known_text.hpp"
#include "base/yaml.hpp"

namespace {

using xdnasim::base::KnownNode;

std::string literal(std::string_view text) {
    std::string all = "\"";
    for (const char letter : text) {
        const bool is_plain = letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
        if (is_plain)
            all += letter;
        else
            all += fmt::format("\\{:03o}", static_cast<unsigned char>(letter));
    }
    return all + '"';
}

std::string_view enumerator(KnownNode::Kind kind) {
    switch (kind) {
        case KnownNode::Kind::Null:
            return "Null";
        case KnownNode::Kind::Plain:
            return "Plain";
        case KnownNode::Kind::Quoted:
            return "Quoted";
        case KnownNode::Kind::Key:
            return "Key";
        case KnownNode::Kind::Sequence:
            return "Sequence";
        case KnownNode::Kind::Map:
            break;
    }
    return "Map";
}

/// Source of the array of nodes of one file, named "kTree" followed by `number`.
std::string tree_source(std::string_view text, const std::string& file, std::size_t number) {
    const xdnasim::base::Node root = xdnasim::base::parse_yaml(text, file);
    std::string source = fmt::format("constexpr KnownNode kTree{}[] = {{\n", number);
    for (const KnownNode& node : xdnasim::base::known_nodes(root))
        source += fmt::format("{{KnownNode::Kind::{}, {}, {}, {}, {}}},\n", enumerator(node.kind),
                              node.line, node.column, node.size, literal(node.text));
    return source + "};\n";
}

std::string whole_source(std::span<const char* const> files) {
    std::string trees;
    std::string texts;
    for (std::size_t number = 0; number < files.size(); ++number) {
        std::ifstream input{files[number], std::ios::binary};
        const std::string text{std::istreambuf_iterator<char>{input}, {}};
        trees += tree_source(text, files[number], number);
        texts += fmt::format("{{{}, kTree{}}},\n", literal(text), number);
    }
    return fmt::format(
        "#include \"arch/device_texts.hpp\"\n\n"
        "namespace xdnasim::arch {{\n\nnamespace {{\n\nusing base::KnownNode;\n\n{}\n"
        "constexpr base::KnownText kTexts[] = {{\n{}}};\n\n}}  // namespace\n\n"
        "std::span<const base::KnownText> device_texts() {{\n    return kTexts;\n}}\n\n"
        "}}  // namespace xdnasim::arch\n",
        trees, texts);
}

}  // namespace

int main(int count, char** words) {
    const std::span<const char* const> all{words, static_cast<std::size_t>(count)};
    if (all.size() < 3) {
        fmt::print(stderr, "usage: write_device_texts OUTPUT FILE...\n");
        return EXIT_FAILURE;
    }
    try {
        const std::string source = whole_source(all.subspan(2));
        std::ofstream output{all[1], std::ios::binary};
        output << source;
        output.close();
        if (output) return EXIT_SUCCESS;
        fmt::print(stderr, "{}: cannot be written\n", all[1]);
    } catch (const xdnasim::base::InputError& error) {
        fmt::print(stderr, "{}\n", error.what());
    }
    return EXIT_FAILURE;
}
