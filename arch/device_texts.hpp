#pragma once
// The device files of the source tree as they were when the program was built. What is in them then
// is compiled into the program; a file that says something else is read as it is.

#include <span>

#include "base/known_text.hpp"

namespace xdnasim::arch {

/// The definition is written by write_device_texts.cpp as the program is built.
[[nodiscard]] std::span<const base::KnownText> device_texts();

}  // namespace xdnasim::arch
