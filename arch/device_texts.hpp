#pragma once
// The device files of the source tree as they were when the program was built, compiled into the
// program. A file whose text has changed since is parsed when it is read.

#include <span>

#include "base/known_text.hpp"

namespace xdnasim::arch {

/// The text of each device file and its parsed content. write_device_texts.cpp generates the
/// definition during the build.
[[nodiscard]] std::span<const base::KnownText> device_texts();

}  // namespace xdnasim::arch
