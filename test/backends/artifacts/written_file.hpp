#pragma once
// Entries of a manifest for written files.

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "backends/artifacts/manifest.hpp"
#include "base/fingerprint.hpp"

namespace xdnasim::test {

/// The entry of the file `path` with the content `content`.
[[nodiscard]] inline artifacts::FileEntry entry_of(std::string path, std::string_view content) {
    return {std::move(path), arch::Bytes{std::ssize(content)},
            base::fingerprint(std::as_bytes(std::span{content}))};
}

}  // namespace xdnasim::test
