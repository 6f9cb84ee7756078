// What the future of the command processor depends on.

#include <iterator>

#include "sim/command_processor.hpp"

namespace xdnasim::sim {

void CommandProcessor::visit_state(StateVisitor& visitor) {
    visitor.fixed(tokens_.size());
    visitor.fixed(finished_);
    position_.visit_state(visitor);
    bool awaits = false;
    for (auto& [key, arrivals] : tokens_) {
        bool is_awaited = awaited_ == key;
        visitor.value(is_awaited);
        if (visitor.loads() && is_awaited) awaited_ = key;
        awaits = awaits || is_awaited;
        visitor.progress(std::ssize(arrivals));
        visitor.size(arrivals);
        for (Moment& arrival : arrivals)
            visitor.moment(arrival);
    }
    visitor.alike(awaited_.has_value());
    if (visitor.loads() && !awaits) awaited_.reset();
    bool finds_full = full_.has_value();
    visitor.value(finds_full);
    if (visitor.loads()) full_ = finds_full ? channel_pushed_to() : std::nullopt;
    visitor.moment(ready_);
}

}  // namespace xdnasim::sim
