#include "xdnasim/cli/slot_config.hpp"

#include <system_error>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/cli/output.hpp"
#include "xdnasim/cli/trace_output.hpp"
#include "xdnasim/traces/recording/config.hpp"

namespace xdnasim::cli {

SlotConfig slot_config(const std::string& words, const std::optional<std::string>& given) {
    if (given) return {.file = *given};
    const std::string beside = trace_config_file(words);
    std::error_code ignored;  // it is missing or out of reach: none
    if (!std::filesystem::is_regular_file(beside, ignored)) return {};
    try {
        static_cast<void>(recording::load_config(beside));
    } catch (const arch::InputError& error) {  // the user did not ask for it
        return {.note = fmt::format("slots by number: {}", error.what())};
    }
    return {.file = beside, .note = fmt::format("slots as in {}", beside)};
}

void write_note(const std::string& note) {
    if (!note.empty()) write_stderr(fmt::format("note: {}\n", note));
}

}  // namespace xdnasim::cli
