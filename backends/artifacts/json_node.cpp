#include "backends/artifacts/json_node.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/spelling.hpp"

namespace xdnasim::artifacts {
namespace {

constexpr std::uintmax_t kLargestJson = std::uintmax_t{64} << 20;
constexpr int kDeepest = 32;
constexpr std::size_t kHashDigits = 16;

}  // namespace

JsonNode JsonNode::load(const std::filesystem::path& file) {
    std::error_code error;
    std::ifstream stream{file};
    if (!stream || !std::filesystem::is_regular_file(file, error))
        throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    if (std::filesystem::file_size(file, error) > kLargestJson)
        throw base::InputError{fmt::format("'{}' is too large; allowed: up to {} MiB",
                                           file.string(), kLargestJson >> 20)};
    auto name = std::make_shared<const std::string>(file.string());
    const auto check = [&](int depth, Json::parse_event_t /*event*/, const Json& value) {
        // The library copies and frees what is nested by recursion.
        if (depth > kDeepest)
            throw base::InputError{fmt::format("'{}' is nested too deeply; allowed: {} levels",
                                               file.string(), kDeepest)};
        // Messages and names of files would end there.
        if (value.is_string() &&
            value.get_ref<const std::string&>().find('\0') != std::string::npos)
            throw base::InputError{fmt::format("'{}' has a NUL in a text", file.string())};
        return true;
    };
    try {
        auto document = std::make_shared<const Json>(Json::parse(stream, check));
        JsonNode root{std::move(name), document, *document, ""};
        if (!document->is_object()) root.fail("is no JSON object");
        return root;
    } catch (const nlohmann::json::parse_error& problem) {
        throw base::InputError{
            fmt::format("'{}' is no JSON, from byte {}", file.string(), problem.byte)};
    } catch (const nlohmann::json::out_of_range&) {
        throw base::InputError{fmt::format("'{}' has a number that is too large", file.string())};
    }
}

void JsonNode::fail(const std::string& what) const {
    throw base::InputError{place_.empty() ? fmt::format("'{}' {}", *file_, what)
                                          : fmt::format("'{}': {}: {}", *file_, place_, what)};
}

std::string JsonNode::shown() const {
    if (value_->is_array()) return "a list";
    if (value_->is_object()) return "an object";
    constexpr std::size_t kLongest = 40;
    std::string text = value_->dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
    return text;
}

void JsonNode::require_keys(std::initializer_list<std::string_view> known) const {
    if (!value_->is_object()) fail(shown() + " is no object");
    for (const auto& [key, value] : value_->items()) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const std::vector<std::string> names{known.begin(), known.end()};
        fail(fmt::format("has the unknown key '{}'; allowed: {}{}", key, fmt::join(names, ", "),
                         base::suggestion(key, names)));
    }
}

JsonNode JsonNode::at(std::string_view key) const {
    if (auto member = find(key)) return *std::move(member);
    fail(fmt::format("has no '{}'", key));
}

std::optional<JsonNode> JsonNode::find(std::string_view key) const {
    if (!value_->is_object()) fail(shown() + " is no object");
    const auto member = value_->find(std::string{key});
    if (member == value_->end() || member->is_null()) return std::nullopt;
    return child(*member, fmt::format("{}{}{}", place_, place_.empty() ? "" : ".", key));
}

std::vector<JsonNode> JsonNode::items() const {
    if (!value_->is_array()) fail(shown() + " is no list");
    std::vector<JsonNode> nodes;
    for (const Json& item : *value_)
        nodes.push_back(child(item, fmt::format("{}[{}]", place_, nodes.size())));
    return nodes;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
    if (!value_->is_object()) fail(shown() + " is no object");
    std::vector<std::pair<std::string, JsonNode>> nodes;
    for (const auto& [key, value] : value_->items())
        nodes.emplace_back(key, child(value, fmt::format("{}['{}']", place_, key)));
    return nodes;
}

std::string JsonNode::text() const {
    if (!is_text()) fail(shown() + " is no text");
    return value_->get<std::string>();
}

std::string JsonNode::path() const {
    constexpr std::size_t kLongest = 255;
    std::string path = text();
    const std::filesystem::path parts{path};
    const bool leaves = std::find(parts.begin(), parts.end(), "..") != parts.end();
    if (path.empty() || path.size() > kLongest || parts.is_absolute() || leaves)
        fail(
            fmt::format("{}; allowed: a path from the file's folder on, without '..', of up to {} "
                        "characters",
                        shown(), kLongest));
    return path;
}

bool JsonNode::boolean() const {
    if (!value_->is_boolean()) fail(shown() + " is neither true nor false");
    return value_->get<bool>();
}

std::int64_t JsonNode::integer(std::int64_t least, std::int64_t most) const {
    const bool in_range = value_->is_number_integer() && *value_ >= least && *value_ <= most;
    if (!in_range) fail(fmt::format("{}; allowed: a whole number, {} to {}", shown(), least, most));
    return value_->get<std::int64_t>();
}

std::uint64_t JsonNode::natural() const {
    if (!value_->is_number_unsigned()) fail(shown() + "; allowed: a whole number from 0");
    return value_->get<std::uint64_t>();
}

double JsonNode::number(double least) const {
    if (!value_->is_number() || value_->get<double>() < least)
        fail(fmt::format("{}; allowed: a number, at least {}", shown(), least));
    return value_->get<double>();
}

std::uint64_t JsonNode::hash() const {
    const std::string digits = text();
    std::uint64_t hash = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, hash, 16);
    if (error != std::errc{} || stop != end || digits.size() != kHashDigits)
        fail(fmt::format("{}; allowed: {} hexadecimal digits", shown(), kHashDigits));
    return hash;
}

std::size_t JsonNode::one_of(const std::vector<std::string>& names) const {
    const std::string name = text();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        fail(fmt::format("{}; allowed: {}{}", shown(), fmt::join(names, ", "),
                         base::suggestion(name, names)));
    return static_cast<std::size_t>(found - names.begin());
}

std::string hash_text(std::uint64_t hash) {
    return fmt::format("{:0{}x}", hash, kHashDigits);
}

}  // namespace xdnasim::artifacts
