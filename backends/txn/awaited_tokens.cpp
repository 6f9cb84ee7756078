#include "backends/txn/awaited_tokens.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::txn {

void AwaitedTokens::await(std::size_t word, const Channel& channel) {
    const auto state = channels_.find(channel);
    if (state == channels_.end() || state->second.left == 0)
        refuse(word, fmt::format("a TCT of {}, where no task is left that issues a token",
                                 name_of(channel, device_)));
    if (!state->second.has_controller && !undirected_) undirected_ = {word, channel};
    --state->second.left;
}

/// mlir-aie directs tokens to a controller only where its tile has a controller id, and in 2024 it
/// never did: the firmware gets the tokens all the same. But a stream that directs the tokens of
/// some channels and not those of others has an error.
std::optional<Omission> AwaitedTokens::omission() const {
    if (!undirected_) return std::nullopt;
    const bool sends_others = std::ranges::any_of(
        channels_, [](const auto& entry) { return entry.second.has_controller; });
    if (sends_others)
        refuse(undirected_->word,
               fmt::format("a TCT of {}, whose tokens no MASKWRITE sends to the controller",
                           name_of(undirected_->channel, device_)));
    return Omission{undirected_->word,
                    "a wait for tokens that no MASKWRITE sends to the controller: simulated as if "
                    "they arrived"};
}

}  // namespace xdnasim::txn
