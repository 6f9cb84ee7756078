#pragma once
// What JSON documents say about files: where they are, and their hash.

#include <cstdint>
#include <string>

#include "base/node.hpp"

namespace xdnasim::artifacts {

/// The path of a file beside the document, or in a folder below. Throws InputError for others.
[[nodiscard]] std::string as_path_below(const base::Node& node);

/// A hash as base::fingerprint_text() writes it. Throws InputError when it is none.
[[nodiscard]] std::uint64_t as_hash(const base::Node& node);

}  // namespace xdnasim::artifacts
