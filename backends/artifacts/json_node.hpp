#pragma once
// A JSON document that is read strictly: what is missing, unknown or of the wrong type is an
// InputError with the file and the place in it.

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace xdnasim::artifacts {

/// A value of a document and where it stands: "files.insts.bytes".
class JsonNode {
 public:
    /// Throws InputError when `file` cannot be read, is over 64 MiB or no JSON object.
    [[nodiscard]] static JsonNode load(const std::filesystem::path& file);

    /// Throws when this is no object, or has other keys than these.
    void require_keys(std::initializer_list<std::string_view> known) const;

    /// Throws when this is no object or has no such member.
    [[nodiscard]] JsonNode at(std::string_view key) const;
    /// nullopt also for null.
    [[nodiscard]] std::optional<JsonNode> find(std::string_view key) const;
    [[nodiscard]] std::vector<JsonNode> items() const;
    /// Of an object, in its order.
    [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const;

    [[nodiscard]] bool is_text() const { return value_->is_string(); }
    [[nodiscard]] bool is_boolean() const { return value_->is_boolean(); }
    [[nodiscard]] bool is_fraction() const { return value_->is_number_float(); }
    [[nodiscard]] std::string text() const;
    /// Of a file beside the document, or in a folder below.
    [[nodiscard]] std::string path() const;
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
    [[nodiscard]] double number(double least) const;
    [[nodiscard]] std::uint64_t natural() const;
    /// 16 hexadecimal digits.
    [[nodiscard]] std::uint64_t hash() const;
    /// Of the names: its index.
    [[nodiscard]] std::size_t one_of(const std::vector<std::string>& names) const;

    /// Throws InputError: "'FILE': PLACE: WHAT".
    [[noreturn]] void fail(const std::string& what) const;

 private:
    using Json = nlohmann::ordered_json;

    JsonNode(std::shared_ptr<const std::string> file, std::shared_ptr<const Json> document,
             const Json& value, std::string place)
        : file_{std::move(file)},
          document_{std::move(document)},
          value_{&value},
          place_{std::move(place)} {}
    [[nodiscard]] JsonNode child(const Json& value, std::string place) const {
        return {file_, document_, value, std::move(place)};
    }
    [[nodiscard]] std::string shown() const;  ///< the value, short

    std::shared_ptr<const std::string> file_;
    std::shared_ptr<const Json> document_;  ///< keeps `value_` alive
    const Json* value_;
    std::string place_;
};

/// As JsonNode::hash() reads it.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

}  // namespace xdnasim::artifacts
