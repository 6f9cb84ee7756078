#include "cli/slot_config.hpp"

#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/output.hpp"
#include "cli/trace_output.hpp"
#include "traces/recording/config.hpp"

namespace xdnasim::cli {

SlotConfig slot_config(const std::string& words, const std::optional<std::string>& given,
                       const std::optional<std::string>& otherwise) {
    if (given) return {.file = *given};
    SlotConfig config;
    if (otherwise) config.file = *otherwise;
    const std::string beside = trace_config_file(words);
    std::error_code ignored;  // it is missing or out of reach: none
    if (!std::filesystem::is_regular_file(beside, ignored)) return config;
    try {
        static_cast<void>(recording::load_config(beside));
    } catch (const base::InputError& error) {  // the user did not ask for it
        config.note = fmt::format("slots {}: {}", otherwise ? "as in " + *otherwise : "by number",
                                  error.what());
        return config;
    }
    return {.file = beside, .note = fmt::format("slots as in {}", beside)};
}

void write_note(const std::string& note) {
    if (!note.empty()) write_stderr(fmt::format("note: {}\n", note));
}

}  // namespace xdnasim::cli
