#include "workloads/placement/ending.hpp"

#include <algorithm>

namespace xdnasim::placement {

std::string to_string(Ending ending) {
    switch (ending) {
        case Ending::Done:
            return "done";
        case Ending::Moves:
            return "moves";
        case Ending::Budget:
            return "budget";
        case Ending::Interrupted:
            return "interrupted";
        case Ending::Memory:
            return "memory";
        case Ending::Limit:
            break;
    }
    return "limit";
}

std::optional<Ending> ending_called(std::string_view text) {
    const auto* const found = std::ranges::find_if(
        kEndings, [text](const Ending ending) { return to_string(ending) == text; });
    if (found == kEndings.end()) return std::nullopt;
    return *found;
}

}  // namespace xdnasim::placement
