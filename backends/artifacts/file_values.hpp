#pragma once
// Values of JSON documents that describe files: their paths and hashes.

#include <cstdint>
#include <string>

#include "base/node.hpp"

namespace xdnasim::artifacts {

/// Reads the path of a file in the document's folder or below. Throws InputError for other paths.
[[nodiscard]] std::string as_path_below(const base::Node& node);

/// Reads a hash as base::fingerprint_text() writes it. Throws InputError if it is none.
[[nodiscard]] std::uint64_t as_hash(const base::Node& node);

}  // namespace xdnasim::artifacts
