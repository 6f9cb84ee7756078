#pragma once
// What people are told of a key of a file.

#include <string>
#include <string_view>

namespace xdnasim::parameters {

/// The word of a path that stands for the number of an item of a list.
inline constexpr std::string_view kAnyItem = "N";

/// For people.
struct Help {
    std::string unit;  ///< empty: none
    std::string text;
};

/// A key as a reference lists it.
struct Description {
    std::string path;  ///< "tile.m"; "streams.N.rows" in items of a list
    bool required = false;
    std::string allowed;  ///< "whole numbers from 1 to 31"; empty: a group of keys
    Help help;
};

}  // namespace xdnasim::parameters
