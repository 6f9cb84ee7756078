#pragma once
// The tokens that a stream's tasks give and its TCTs wait for, and whether they come to the command
// processor.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "arch/device.hpp"
#include "backends/txn/dma_registers.hpp"
#include "backends/txn/txn.hpp"

namespace xdnasim::txn {

class AwaitedTokens {
 public:
    explicit AwaitedTokens(const arch::Device& device) : device_{device} {}

    /// A MASKWRITE sends the channel's tokens to the controller, which hands them on.
    void send_to_controller(const Channel& channel) { channels_[channel].has_controller = true; }
    /// A task is pushed that gives the channel's token.
    void give(const Channel& channel) { ++channels_[channel].left; }
    /// Throws StreamError, with `word`, where no token is left.
    void await(std::size_t word, const Channel& channel);

    /// Says that a stream sends no tokens anywhere and waits for some; nullopt: it does not. Throws
    /// StreamError where it sends only others. Precondition: all of the stream has been read.
    [[nodiscard]] std::optional<Omission> omission() const;

 private:
    struct State {
        bool has_controller = false;
        std::int64_t left = 0;  ///< given, less those awaited
    };
    struct Wait {
        std::size_t word = 0;
        Channel channel;
    };

    const arch::Device& device_;
    std::map<Channel, State> channels_;
    std::optional<Wait> undirected_;  ///< the first one for a token that nothing sends anywhere
};

}  // namespace xdnasim::txn
