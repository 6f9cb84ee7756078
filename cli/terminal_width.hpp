#pragma once
// How wide a text may be that people read.

namespace xdnasim::cli {

/// Characters of a line on `descriptor`: what the environment's COLUMNS says, else the width of
/// the terminal there, else 100. Never so few that no table fits.
[[nodiscard]] int text_width(int descriptor);

}  // namespace xdnasim::cli
