#pragma once
// Descriptions of the keys of files, for help texts and documentation.

#include <string>
#include <string_view>

namespace xdnasim::parameters {

/// The part of a path that stands for the index of an item of a list.
inline constexpr std::string_view kAnyItem = "N";

/// Unit and meaning of a key, for people to read.
struct Help {
    std::string unit;  ///< empty: none
    std::string text;
};

/// A key of a file as the reference documentation lists it.
struct Description {
    std::string path;  ///< "tile.m"; "streams.N.rows" in items of a list
    bool required = false;
    std::string allowed;  ///< "whole numbers from 1 to 31"; empty: a group of keys
    Help help;
};

}  // namespace xdnasim::parameters
