#pragma once
// Values of parameters, independent of the design that they belong to (for manifests, JSON and
// reports), and the kinds of values that a parameter can have.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/node.hpp"
#include "base/spelling.hpp"

namespace xdnasim::parameters {

/// A parameter's value; std::monostate: it was left open, and none has been chosen.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

[[nodiscard]] inline bool is_set(const Value& value) {
    return !std::holds_alternative<std::monostate>(value);
}

/// A value under its path: "size.m", or "streams.0.rows" in an item of a list.
struct NamedValue {
    std::string path;
    Value value;
};
using Values = std::vector<NamedValue>;

// Kinds of values. Each kind reads a value from a problem file and checks its range, writes it as a
// Value, and describes the allowed values for people. `T` below is the type of the design's member:
// a number, a unit such as arch::Bytes, an enumeration, a text.

/// The largest size that a problem may give.
inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 20;
inline constexpr std::int64_t kMaxCyclesPerCall = 1'000'000'000;

struct Whole {
    std::int64_t min = 1;
    std::int64_t max = kMaxExtent;
    /// What determines the range, for the error message: "the columns of xdna2-strix". May be
    /// empty.
    std::string of_what{};

    template <class T>
    [[nodiscard]] T read(const base::Node& node) const {
        const std::int64_t number = node.as_int(min, max, of_what);
        if constexpr (std::integral<T>)
            return static_cast<T>(number);
        else
            return T{number};
    }
    template <class T>
    [[nodiscard]] Value write(const T& value) const {
        if constexpr (std::integral<T>)
            return std::int64_t{value};
        else
            return value.count();
    }
    [[nodiscard]] std::string text() const;  // "whole numbers from 1 to 31"
};

struct Number {
    double min = 0;
    double max = 0;

    template <class T>
    [[nodiscard]] T read(const base::Node& node) const {
        return T{node.as_double(min, max)};
    }
    [[nodiscard]] static Value write(double value) { return value; }
    [[nodiscard]] std::string text() const;  // "numbers from 0 to 1"
};

struct Flag {
    template <class T>
    [[nodiscard]] T read(const base::Node& node) const {
        return node.as_bool();
    }
    [[nodiscard]] static Value write(bool value) { return value; }
    [[nodiscard]] static std::string text() { return "true or false"; }
};

/// A text that fits on a line.
struct Name {
    static constexpr std::size_t kMaxBytes = 32;

    template <class T>
    [[nodiscard]] T read(const base::Node& node) const {
        return read_text(node);
    }
    [[nodiscard]] static Value write(const std::string& value) { return value; }
    [[nodiscard]] static std::string text();

 private:
    [[nodiscard]] static std::string read_text(const base::Node& node);
};

/// One of several names: the to_string() of each of some enumerators.
template <class Enum>
struct OneOf {
    std::vector<Enum> choices;

    explicit OneOf(std::vector<Enum> some) : choices{std::move(some)} {}
    template <std::size_t kCount>
    explicit OneOf(const std::array<Enum, kCount>& all) : choices{all.begin(), all.end()} {}

    template <class T>
    [[nodiscard]] T read(const base::Node& node) const {
        return node.as_one_of(choices);
    }
    [[nodiscard]] static Value write(Enum value) { return std::string{to_string(value)}; }
    [[nodiscard]] std::string text() const { return alternatives(names()); }

 private:
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const Enum choice : choices)
            all.emplace_back(to_string(choice));
        return all;
    }
    [[nodiscard]] static std::string alternatives(const std::vector<std::string>& names);
};

using base::joined_alternatives;

template <class Enum>
std::string OneOf<Enum>::alternatives(const std::vector<std::string>& names) {
    return joined_alternatives(names);
}

}  // namespace xdnasim::parameters
