#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_parts.hpp"
#include "base/tree_builder.hpp"

namespace xdnasim::base {
namespace {

using Json = nlohmann::json;

/// The reason in a message of nlohmann's: "unexpected ']'" in "[...] syntax error while parsing
/// value
/// - unexpected ']'; last read: ...". The text that was read last is left out, since it may be
/// anything and as long as the file.
std::string reason_in(const std::string& message) {
    constexpr std::string_view kBefore = " - ";
    const std::size_t start = message.find(kBefore);
    if (start == std::string::npos) return "syntax error";
    const std::string reason = message.substr(start + kBefore.size());
    return reason.substr(0, reason.find("; last read:"));
}

/// Receiver of the parser's events. Throws InputError from an event that it refuses.
class JsonEvents final : public nlohmann::json_sax<Json> {
 public:
    JsonEvents(const JsonCursor& cursor, const JsonReading& reading)
        : cursor_{cursor}, reading_{reading} {}

    [[nodiscard]] const std::optional<Node>& root() const { return document_.root(); }

    bool null() override {
        return add([&] { return Node::null(cursor_.word()); });
    }
    bool boolean(bool /*value*/) override { return add_word(); }
    bool number_integer(number_integer_t /*value*/) override { return add_word(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return add_word(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
        return add_word();
    }
    bool string(string_t& text) override {
        return add([&] {
            require_no_nul(text);
            return Node::scalar(cursor_.string(), std::move(text), Form::Quoted);
        });
    }
    bool binary(binary_t& /*value*/) override { return false; }  // JSON texts have none
    bool key(string_t& text) override {
        TreeBuilder* const tree = tree_of_next();
        if (tree == nullptr) return true;
        require_no_nul(text);
        tree->add_key(cursor_.string(), text);
        bulk_comes_ = bulk_depth_ == 0 && document_.depth() == 1 && !reading_.bulk_key.empty() &&
                      text == reading_.bulk_key;
        return true;
    }
    bool start_object(std::size_t /*size*/) override { return start(Node::Kind::Map); }
    bool start_array(std::size_t /*size*/) override { return start(Node::Kind::Sequence); }
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
    /// Adds a number or a boolean with the text as it was written.
    bool add_word() {
        return add(
            [&] { return Node::scalar(cursor_.word(), cursor_.word_text(), Form::Literal); });
    }

    /// Adds the node that `scalar` creates, if it is to be kept.
    template <class Scalar>
    bool add(const Scalar& scalar) {
        if (std::exchange(bulk_comes_, false)) {
            require_list(scalar());
            document_.add(Node::null(cursor_.last()));
            return true;
        }
        if (TreeBuilder* const tree = tree_of_next()) tree->add(scalar());
        give_complete_item();
        return true;
    }

    bool start(Node::Kind kind) {
        const Place place = cursor_.bracket();
        if (std::exchange(bulk_comes_, false) || is_bulk_root(kind)) {
            if (kind == Node::Kind::Map) require_list(Node::map(place, {}));
            bulk_place_ = place;
            bulk_depth_ = 1;
            return true;
        }
        if (TreeBuilder* const tree = tree_of_next()) {
            if (kind == Node::Kind::Map)
                tree->open_map(place);
            else
                tree->open_sequence(place);
        }
        if (bulk_depth_ > 0) ++bulk_depth_;
        return true;
    }

    bool end() {
        if (bulk_depth_ == 1) {
            bulk_depth_ = 0;
            document_.add(Node::null(bulk_place_));
            return true;
        }
        if (TreeBuilder* const tree = tree_of_next()) tree->close();
        if (bulk_depth_ > 0) --bulk_depth_;
        give_complete_item();
        return true;
    }

    /// Is the map or list that begins here the bulk, as the root of the document?
    [[nodiscard]] bool is_bulk_root(Node::Kind kind) const {
        return reading_.bulk_may_be_root && kind == Node::Kind::Sequence && bulk_depth_ == 0 &&
               document_.depth() == 0;
    }

    /// The tree to which the next event belongs; nullptr: it is not kept.
    [[nodiscard]] TreeBuilder* tree_of_next() {
        if (bulk_depth_ == 0) return &document_;
        return reading_.take_item ? &item_ : nullptr;
    }

    void give_complete_item() {
        if (bulk_depth_ != 1 || !item_.root()) return;
        reading_.take_item(*item_.root());
        item_ = TreeBuilder{};
    }

    void require_list(const Node& bulk) const {
        if (reading_.take_item) static_cast<void>(bulk.as_sequence());
    }

    /// Refuses a NUL in a text, at which messages and file names would end.
    void require_no_nul(const std::string& text) const {
        if (text.find('\0') != std::string::npos)
            fail_at(cursor_.string(), "a NUL in a text; allowed: texts without");
    }

    /// Where the faulty token begins; in an ill-formed string, the faulty character.
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
    const JsonReading& reading_;
    bool bulk_comes_ = false;       ///< whether the next value is the bulk
    std::uint64_t bulk_depth_ = 0;  ///< open maps and lists of the bulk, its root included
    Place bulk_place_;
    TreeBuilder document_;
    TreeBuilder item_;  ///< the current item of the bulk
};

}  // namespace

Node read_tree(JsonCursor& cursor, const JsonReading& reading) {
    JsonEvents events{cursor, reading};
    static_cast<void>(Json::sax_parse(JsonIterator{cursor}, JsonIterator{}, &events));
    return *events.root();
}

}  // namespace xdnasim::base
