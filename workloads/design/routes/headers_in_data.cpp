#include "workloads/design/routes/headers_in_data.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/out_of_order.hpp"
#include "workloads/design/routes/switches.hpp"

namespace xdnasim::design {
namespace {

using arch::Direction;
using arch::Port;
using schedule::Bd;
using schedule::BufferRef;
using schedule::Flow;

/// Place of a header in memory.
struct Word {
    BufferRef buffer;
    arch::Bytes offset{};
    auto operator<=>(const Word&) const = default;
};

std::optional<Word> first_word(const Bd& bd) {
    const auto* const buffer = std::get_if<BufferRef>(&bd.buffer);
    if (buffer == nullptr) return std::nullopt;
    return Word{*buffer, bd.offset};
}

class HeadersInData {
 public:
    explicit HeadersInData(Draft& draft) : draft_{draft} {}

    /// A header that one BD passes on may be stored in the buffer of another BD.
    void find() {
        do {
            note_kept();
        } while (pass_on());
        for_each_bd(Direction::MM2S, [&](const Port& port, Bd& bd) {
            const std::set<int> ids = ids_in(port, bd);
            if (ids.size() > 1)
                draft_.unsupported(bd.origin,
                                   fmt::format("a BD that forwards packets of ids {} with their "
                                               "original headers; allowed: packets of one id",
                                               fmt::join(ids, ", ")));
        });
    }

 private:
    template <class F>
    void for_each_bd(Direction direction, const F& f) {
        for (auto& [tile, program] : draft_.programs)
            for (const schedule::Channel& channel : program.channels) {
                if (channel.direction != direction) continue;
                const Port port = arch::dma_port(tile, direction, channel.channel);
                for (const schedule::Task& task : channel.tasks)
                    for (const Bd* const bd : program.chain(task.bd).bds)
                        f(port, *program.bd(bd->id));
            }
    }

    void note_kept() {
        kept_.clear();
        for_each_bd(Direction::S2MM, [&](const Port& sink, const Bd& bd) {
            const std::optional<Word> word = first_word(bd);
            if (!word || takes_out_of_order(draft_, sink)) return;
            for (const Flow& flow : draft_.schedule.flows)
                if (flow.keep_header && std::ranges::count(flow.sinks, sink) > 0 &&
                    packet_ids(draft_, flow.source).contains(flow.packet_id))
                    kept_[*word].insert(flow.packet_id);
        });
    }

    /// Marks BDs whose headers have become known. Returns false if there was none.
    bool pass_on() {
        bool found = false;
        for_each_bd(Direction::MM2S, [&](const Port& port, Bd& bd) {
            const std::set<int> ids = ids_in(port, bd);
            if (bd.packet || ids.size() != 1) return;
            bd.packet = schedule::PacketHeader{.id = *ids.begin(), .in_data = true};
            found = true;
        });
        return found;
    }

    /// Ids of the packets that the BD passes on with their headers.
    [[nodiscard]] std::set<int> ids_in(const Port& port, const Bd& bd) const {
        const std::optional<Word> word = first_word(bd);
        if (!word || !sends_packets(port) || (bd.packet && !bd.packet->in_data)) return {};
        const auto kept = kept_.find(*word);
        return kept == kept_.end() ? std::set<int>{} : kept->second;
    }

    [[nodiscard]] bool sends_packets(const Port& port) const {
        bool packets = false;
        for (const Flow& flow : draft_.schedule.flows) {
            if (flow.source != port) continue;
            if (flow.mode == schedule::FlowMode::Circuit) return false;
            packets = true;
        }
        return packets;
    }

    Draft& draft_;
    /// Ids of the packets whose headers are stored at each place.
    std::map<Word, std::set<int>> kept_;
};

}  // namespace

void find_headers_in_data(Draft& draft) {
    HeadersInData{draft}.find();
}

}  // namespace xdnasim::design
