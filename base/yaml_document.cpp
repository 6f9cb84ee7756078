#include "base/yaml_document.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/tree_builder.hpp"

namespace xdnasim::base {

namespace {

using Source = std::shared_ptr<const std::string>;

/// Of the UTF-8 sequence that `lead` begins; 0: none does.
std::size_t sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/// Offset of the first byte that is not UTF-8 text; text.size() when all is.
std::size_t first_non_text(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = sequence_length(lead);
        const bool is_control = lead < ' ' && lead != '\n' && lead != '\r' && lead != '\t';
        if (length == 0 || is_control || at + length > text.size()) return at;
        const bool continues = std::ranges::all_of(text.substr(at + 1, length - 1), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        });
        if (!continues) return at;
        at += length;
    }
    return at;
}

void require_text(std::string_view text, const Source& source) {
    const std::size_t bad = first_non_text(text);
    if (bad == text.size()) return;
    const std::string_view before = text.substr(0, bad);
    const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    fail_at({source, line, static_cast<int>(bad - line_start) + 1},
            fmt::format("byte 0x{:02x} is not text; allowed: UTF-8 without control characters",
                        static_cast<unsigned>(static_cast<unsigned char>(text[bad]))));
}

Node parse_tree(std::string_view text, const Source& source, bool has_lines) {
    require_text(text, source);
    YamlTreeBuilder builder{source, has_lines};
    std::istringstream input{std::string{text}};
    try {
        YAML::Parser parser{input};
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& error) {
        fail_at(builder.place(error.mark), "not valid YAML: " + error.msg);
    }
    const auto& root = builder.root();
    if (!root || root->is_null()) fail_at({source}, "empty; allowed: a YAML value");
    return *root;
}

std::string read_file(const std::filesystem::path& file, const Source& source) {
    const std::string allowed =
        fmt::format("allowed: a text file of at most {} bytes", YamlDocument::kMaxBytes);
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) fail_at({source}, "no such file; " + allowed);
    // Opening a pipe or a terminal would wait for ever.
    if (!std::filesystem::is_regular_file(status)) {
        fail_at({source}, "not a regular file; " + allowed);
    }
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (error) fail_at({source}, error.message() + "; " + allowed);
    if (bytes > YamlDocument::kMaxBytes) {
        fail_at({source}, fmt::format("{} bytes are too many; {}", bytes, allowed));
    }
    std::string text(static_cast<std::size_t>(bytes), '\0');
    std::ifstream input{file, std::ios::binary};
    if (!input.read(text.data(), static_cast<std::streamsize>(text.size()))) {
        fail_at({source}, "cannot be read; " + allowed);
    }
    return text;
}

}  // namespace

YamlDocument YamlDocument::load(const std::filesystem::path& file) {
    const auto source = std::make_shared<const std::string>(file.string());
    return YamlDocument{parse_tree(read_file(file, source), source, true)};
}

YamlDocument YamlDocument::parse(std::string_view text, const std::string& file_name) {
    return YamlDocument{parse_tree(text, std::make_shared<const std::string>(file_name), true)};
}

Node YamlDocument::parse_setting(const std::string& path, std::string_view text) {
    return parse_tree(text, std::make_shared<const std::string>("--set " + path), false);
}

YamlDocument YamlDocument::with(const std::string& path, std::string_view text) const {
    return YamlDocument{root_.with(path, parse_setting(path, text))};
}

}  // namespace xdnasim::base
