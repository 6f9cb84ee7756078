#pragma once
// Which file says what the slots of traced units watch.

#include <filesystem>
#include <optional>
#include <string>

namespace xdnasim::cli {

struct SlotConfig {
    std::optional<std::filesystem::path> file{};
    std::string note{};  ///< when it is not as the user asked for
};

/// `given`; or else what `simulate --trace` wrote beside the file `words`; or else `otherwise`.
[[nodiscard]] SlotConfig slot_config(const std::string& words,
                                     const std::optional<std::string>& given,
                                     const std::optional<std::string>& otherwise = {});

/// On standard error; an empty one is none.
void write_note(const std::string& note);

}  // namespace xdnasim::cli
