#pragma once
// Input of a user from YAML, JSON or a command line, as an immutable tree. Every node knows its
// place, so that an error message about a value can say where it is.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/place.hpp"

namespace xdnasim::base {

/// How deep maps and lists may nest.
inline constexpr int kMaxDepth = 32;

/// How a scalar was written, which decides what it can be read as.
enum class Form : std::uint8_t {
    Plain,    ///< without quotes in YAML or on a command line: text, number or boolean
    Quoted,   ///< in quotes: a text only
    Literal,  ///< a number, true or false in JSON: never a text
};

struct Entry;

/// A node of the tree. Copies of a list or map share its content.
class Node {
 public:
    enum class Kind : std::uint8_t { Null, Scalar, Sequence, Map };

    [[nodiscard]] static Node null(Place place);
    [[nodiscard]] static Node scalar(Place place, std::string text, Form form = Form::Plain);
    [[nodiscard]] static Node sequence(Place place, std::vector<Node> items);
    /// Precondition: the keys are unique.
    [[nodiscard]] static Node map(Place place, std::vector<Entry> entries);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_null() const { return kind_ == Kind::Null; }
    [[nodiscard]] bool is_scalar() const { return kind_ == Kind::Scalar; }
    [[nodiscard]] bool is_sequence() const { return kind_ == Kind::Sequence; }
    [[nodiscard]] bool is_map() const { return kind_ == Kind::Map; }
    [[nodiscard]] const Place& place() const { return place_; }

    [[nodiscard]] const std::string& text() const { return text_; }  ///< "" unless a scalar
    [[nodiscard]] Form form() const { return form_; }
    [[nodiscard]] bool is_quoted() const { return is_scalar() && form_ == Form::Quoted; }
    [[nodiscard]] bool is_bool() const;      ///< true or false, not in quotes
    [[nodiscard]] bool is_fraction() const;  ///< a number with a point or an exponent
    [[nodiscard]] const std::vector<Entry>& entries() const;  ///< none unless a map
    /// The value of a key; nullptr: no such key, or this is not a map.
    [[nodiscard]] const Node* find(std::string_view key) const;
    /// The node at the dotted `path`, written as for with(); nullptr: there is none.
    [[nodiscard]] const Node* at_path(std::string_view path) const;

    // Typed values. Each function throws InputError with the place, what was found and what is
    // allowed.

    /// `of_what`: what determines the range, for the message: "the columns of xdna2-strix".
    [[nodiscard]] std::int64_t as_int(std::int64_t min, std::int64_t max,
                                      std::string_view of_what = {}) const;
    [[nodiscard]] std::uint64_t as_natural(
        std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) const;  ///< from 0
    [[nodiscard]] double as_double(double min, double max) const;
    [[nodiscard]] bool as_bool() const;
    [[nodiscard]] const std::string& as_string() const;  ///< never empty
    [[nodiscard]] const std::string& as_text() const;    ///< may be empty
    /// as_string() of something's name, as reports and results show it (base::printable).
    [[nodiscard]] std::string as_name() const;
    [[nodiscard]] const std::vector<Node>& as_sequence() const;
    /// `keys`: the keys that the map may have, for the message.
    [[nodiscard]] const std::vector<Entry>& as_map(std::span<const std::string> keys = {}) const;
    /// Index of the element of `names` that equals the scalar.
    [[nodiscard]] std::size_t as_choice(std::span<const std::string_view> names) const;
    template <class Value>
    [[nodiscard]] Value as_choice(
        std::initializer_list<std::pair<std::string_view, Value>> choices) const;
    /// The enumerator among `values` whose to_string() equals the scalar.
    template <std::ranges::forward_range Values>
    [[nodiscard]] std::ranges::range_value_t<Values> as_one_of(const Values& values) const;

    /// A copy of the tree with the node at the dotted `path` ("gemm.size.m") replaced or added. A
    /// number selects an item of a list, from 0 ("streams.0.rows"). A key may itself contain dots.
    /// Missing maps on the path are created, missing items of lists are not. In the copy, fail() of
    /// the map or list that contains the node reports the place of `value`. Throws InputError if
    /// the path leads through anything but maps and lists, or to an item that does not exist.
    [[nodiscard]] Node with(std::string_view path, const Node& value) const;

    /// A copy of the map without `key`, which it need not have.
    [[nodiscard]] Node without(std::string_view key) const;

    /// The tree as one line of flow-style YAML.
    [[nodiscard]] std::string to_flow() const;

    /// Throws InputError "PLACE: message". If with() has changed a key or an item of this node, the
    /// place is that of the last such change, which is more likely at fault than the file.
    [[noreturn]] void fail(const std::string& message) const;

 private:
    static constexpr std::int32_t kUnchanged = -1;

    Node(Kind kind, Place place);

    [[nodiscard]] const Node* item(std::string_view number) const;
    [[nodiscard]] Node with_item(std::string_view path, const Node& value) const;

    [[nodiscard]] std::string shown() const;  ///< "'12abc'", "a list": for messages
    template <class Integer>
    [[nodiscard]] Integer as_whole(Integer min, Integer max, std::string_view of_what) const;
    [[nodiscard]] bool may_be_text() const { return is_scalar() && form_ != Form::Literal; }

    Kind kind_;
    Form form_ = Form::Plain;
    std::int32_t changed_ = kUnchanged;  ///< index of the entry or item that with() changed last
    Place place_;
    std::string text_;
    std::shared_ptr<const std::vector<Node>> items_;     ///< nullptr unless a list
    std::shared_ptr<const std::vector<Entry>> entries_;  ///< nullptr unless a map
};

struct Entry {
    std::string key;
    Place place;  ///< place of the key
    Node value;
};

/// The number that `text` consists of, as Node::as_double() reads it; nullopt: it is not a finite
/// number.
[[nodiscard]] std::optional<double> number_in(const std::string& text);

/// `key` as the key of a map in YAML: in quotes, if it needs them.
[[nodiscard]] std::string yaml_key(std::string_view key);

/// "the keys m, k, n"
[[nodiscard]] std::string keys_text(std::span<const std::string> keys);

/// A node for the value of the command-line option `name`, such as "--seed". Messages about it
/// begin with the name.
[[nodiscard]] Node option_value(const std::string& name, std::string text);

template <class Value>
Value Node::as_choice(std::initializer_list<std::pair<std::string_view, Value>> choices) const {
    std::vector<std::string_view> names;
    for (const auto& choice : choices)
        names.push_back(choice.first);
    return (choices.begin() + as_choice(std::span<const std::string_view>{names}))->second;
}

template <std::ranges::forward_range Values>
std::ranges::range_value_t<Values> Node::as_one_of(const Values& values) const {
    std::vector<std::string> names;
    for (const auto value : values)
        names.push_back(to_string(value));
    const std::vector<std::string_view> views{names.begin(), names.end()};
    const auto index = static_cast<std::ranges::range_difference_t<Values>>(as_choice(views));
    return *std::ranges::next(std::ranges::begin(values), index);
}

}  // namespace xdnasim::base
