#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"
#include "base/text_file.hpp"
#include "base/tree_builder.hpp"

namespace xdnasim::base {

namespace {

using Json = nlohmann::json;

/// nlohmann's "[...] syntax error while parsing value - unexpected ']'; last read: ...": what is
/// between them. What it read last may be as long as the file, and anything.
std::string reason_in(const std::string& message) {
    constexpr std::string_view kBefore = " - ";
    const std::size_t start = message.find(kBefore);
    if (start == std::string::npos) return "syntax error";
    const std::string reason = message.substr(start + kBefore.size());
    return reason.substr(0, reason.find("; last read:"));
}

/// Throws InputError from an event that it refuses.
class JsonEvents final : public nlohmann::json_sax<Json> {
 public:
    JsonEvents(const JsonCursor& cursor, std::string_view skipped_key)
        : cursor_{cursor}, skipped_key_{skipped_key} {}

    [[nodiscard]] const std::optional<Node>& root() const { return builder_.root(); }

    bool null() override {
        if (!skips_scalar()) builder_.add(Node::null(cursor_.word()));
        return true;
    }
    bool boolean(bool /*value*/) override { return add_word(); }
    bool number_integer(number_integer_t /*value*/) override { return add_word(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return add_word(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
        return add_word();
    }
    bool string(string_t& text) override {
        if (skips_scalar()) return true;
        require_no_nul(text);
        builder_.add(Node::scalar(cursor_.string(), std::move(text), Form::Quoted));
        return true;
    }
    bool binary(binary_t& /*value*/) override { return false; }  // no JSON text has any
    bool key(string_t& text) override {
        if (skipped_depth_ > 0) return true;
        require_no_nul(text);
        builder_.add_key(cursor_.string(), text);
        skips_value_ = builder_.depth() == 1 && !skipped_key_.empty() && text == skipped_key_;
        return true;
    }
    bool start_object(std::size_t /*size*/) override {
        if (!skips_start()) builder_.open_map(cursor_.bracket());
        return true;
    }
    bool start_array(std::size_t /*size*/) override {
        if (!skips_start()) builder_.open_sequence(cursor_.bracket());
        return true;
    }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t /*byte*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) override {
        constexpr int kNumberOverflow = 406;
        if (error.id == kNumberOverflow) {
            fail_at(cursor_.word(), in_quotes(cursor_.word_text()) +
                                        " is out of range; allowed: numbers of double precision");
        }
        const std::string reason = reason_in(error.what());
        fail_at(place_of_fault(reason), "not valid JSON: " + reason);
    }

 private:
    /// Of a number or a boolean, as it was written.
    bool add_word() {
        if (!skips_scalar())
            builder_.add(Node::scalar(cursor_.word(), cursor_.word_text(), Form::Literal));
        return true;
    }
    bool end() {
        if (skipped_depth_ == 0) {
            builder_.close();
        } else if (--skipped_depth_ == 0) {
            builder_.add(Node::null(skipped_place_));
        }
        return true;
    }

    /// The skipped value itself, or a part of it.
    bool skips_scalar() {
        if (skips_value_) {
            builder_.add(Node::null(cursor_.last()));
            skips_value_ = false;
            return true;
        }
        return skipped_depth_ > 0;
    }
    bool skips_start() {
        if (skips_value_) {
            skipped_place_ = cursor_.bracket();
            skips_value_ = false;
            ++skipped_depth_;
            return true;
        }
        if (skipped_depth_ > 0) ++skipped_depth_;
        return skipped_depth_ > 0;
    }

    /// Messages and names of files would end there.
    void require_no_nul(const std::string& text) const {
        if (text.find('\0') != std::string::npos)
            fail_at(cursor_.string(), "a NUL in a text; allowed: texts without");
    }

    /// Where what is at fault begins; in a string that is ill-formed, the character.
    [[nodiscard]] Place place_of_fault(std::string_view reason) const {
        if (reason.starts_with("unexpected end of input")) return cursor_.next();
        if (reason.starts_with("unexpected string") ||
            reason.starts_with("invalid string: missing closing quote"))
            return cursor_.string();
        const bool is_of_word =
            reason.starts_with("invalid number") || is_whole_word(reason) ||
            (reason.starts_with("invalid literal") && cursor_.begins_like_a_literal());
        return is_of_word ? cursor_.word() : cursor_.last();
    }
    [[nodiscard]] static bool is_whole_word(std::string_view reason) {
        constexpr std::array<std::string_view, 4> kWords{"number", "true", "false", "null"};
        return std::ranges::any_of(kWords, [&](std::string_view word) {
            return reason.starts_with(fmt::format("unexpected {} literal", word));
        });
    }

    const JsonCursor& cursor_;
    std::string_view skipped_key_;
    bool skips_value_ = false;         ///< the value that comes next
    std::uint64_t skipped_depth_ = 0;  ///< maps and lists open in the skipped value, and itself
    Place skipped_place_;
    TreeBuilder builder_;
};

Node parse_stream(std::istream& input, const Source& source, const JsonLimits& limits) {
    JsonCursor cursor{input, source};
    JsonEvents events{cursor, limits.skipped_key};
    static_cast<void>(Json::sax_parse(JsonIterator{cursor}, JsonIterator{}, &events));
    return *events.root();
}

}  // namespace

Node load_json(const std::filesystem::path& file, const JsonLimits& limits) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ifstream input = open_text_file(file, source, limits.max_bytes);
    return parse_stream(input, source, limits);
}

Node parse_json(std::string_view text, const std::string& file_name, const JsonLimits& limits) {
    std::istringstream input{std::string{text}};
    return parse_stream(input, std::make_shared<const std::string>(file_name), limits);
}

}  // namespace xdnasim::base
