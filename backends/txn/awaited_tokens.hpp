#pragma once
// Tokens of a stream: tasks send them, TCTs wait for them. Checks that each awaited token is sent
// and reaches the command processor.

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

    /// Records a MASKWRITE that directs the channel's tokens to the controller, which passes them
    /// on to the command processor.
    void send_to_controller(const Channel& channel) { channels_[channel].has_controller = true; }
    /// Records a pushed task that ends with a token of the channel.
    void give(const Channel& channel) { ++channels_[channel].left; }
    /// Records a TCT. Throws StreamError, with `word`, if no token of the channel is left.
    void await(std::size_t word, const Channel& channel);

    /// Returns an omission if the stream waits for tokens though it directs none to a controller;
    /// nullopt if it waits only for tokens that it directs there. Throws StreamError if it directs
    /// some channels' tokens there but waits for those of another channel. Precondition: the whole
    /// stream has been read.
    [[nodiscard]] std::optional<Omission> omission() const;

 private:
    struct State {
        bool has_controller = false;
        std::int64_t left = 0;  ///< number of tokens sent minus number of tokens awaited
    };
    struct Wait {
        std::size_t word = 0;
        Channel channel;
    };

    const arch::Device& device_;
    std::map<Channel, State> channels_;
    std::optional<Wait> undirected_;  ///< first wait for a token that goes to no controller
};

}  // namespace xdnasim::txn
