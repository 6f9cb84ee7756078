// The function that a netlist computes, derived from its definition alone.

#include <algorithm>
#include <deque>

#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {
namespace {

using Object = std::vector<std::byte>;

/// The objects on a net. New objects follow the initial tokens, and each is taken once, by all
/// readers in the same firing.
class Way {
 public:
    explicit Way(const Net& net)
        : held_(static_cast<std::size_t>(net.initial_tokens), Object(size_of(net))) {}

    [[nodiscard]] static std::size_t size_of(const Net& net) {
        return static_cast<std::size_t>(net.object.count());
    }
    void put(Object object) { held_.push_back(std::move(object)); }
    [[nodiscard]] bool has_object() const { return !held_.empty(); }
    [[nodiscard]] const Object& first() const { return held_.front(); }
    void drop() { held_.pop_front(); }

 private:
    std::deque<Object> held_;
};

class Evaluation {
 public:
    Evaluation(const Netlist& netlist, schedule::HostMemory& host)
        : netlist_{netlist}, host_{host}, nets_{nets_by_core(netlist)}, ends_{host_ends(netlist)} {
        for (const Net& net : netlist.nets)
            ways_.emplace_back(net);
    }

    /// Lets everything fire once, each as soon as its inputs are there.
    void fire(std::int64_t firing) {
        for (std::size_t end = 0; end < ends_.size(); ++end)
            if (ends_[end].is_input) feed(end, firing);
        std::vector<bool> cores_done(netlist_.cores.size());
        std::vector<bool> links_done(netlist_.links.size());
        for (bool any = true; any;) {
            any = false;
            for (CoreId core = 0; core < netlist_.core_count(); ++core)
                any |= once(
                    cores_done, core,
                    netlist_.kind(core) == arch::TileKind::CompTile && all_held(nets_of(core).in),
                    [&] { compute(core, firing); });
            for (std::size_t link = 0; link < netlist_.links.size(); ++link)
                any |= once(links_done, static_cast<int>(link), all_held(netlist_.links[link].in),
                            [&] { pass(netlist_.links[link]); });
        }
        for (std::size_t end = 0; end < ends_.size(); ++end)
            if (!ends_[end].is_input) drain(end, firing);
        for (Way& way : ways_)
            if (way.has_object()) way.drop();
    }

 private:
    [[nodiscard]] const CoreNets& nets_of(CoreId core) const {
        return nets_[static_cast<std::size_t>(core)];
    }
    [[nodiscard]] Way& way(NetId net) { return ways_[static_cast<std::size_t>(net)]; }
    [[nodiscard]] bool all_held(const std::vector<NetId>& nets) {
        return std::ranges::all_of(nets, [&](NetId net) { return way(net).has_object(); });
    }
    template <class Action>
    static bool once(std::vector<bool>& done, int index, bool is_ready, const Action& action) {
        const auto at = static_cast<std::size_t>(index);
        if (done[at] || !is_ready) return false;
        done[at] = true;
        action();
        return true;
    }

    void feed(std::size_t end, std::int64_t firing) {
        const Net& net = netlist_.net(ends_[end].net);
        const auto size = static_cast<std::int64_t>(Way::size_of(net));
        const auto begin = host_[end].begin() + firing * size;
        way(ends_[end].net).put({begin, begin + size});
    }
    void drain(std::size_t end, std::int64_t firing) {
        const Object& object = way(ends_[end].net).first();
        std::ranges::copy(object,
                          host_[end].begin() + firing * static_cast<std::int64_t>(object.size()));
    }
    void compute(CoreId core, std::int64_t firing) {
        for (const NetId id : nets_of(core).out) {
            Object out(Way::size_of(netlist_.net(id)), static_cast<std::byte>(core + firing));
            for (const NetId in : nets_of(core).in)
                add(way(in).first(), out);
            way(id).put(std::move(out));
        }
    }
    /// Adds to each byte of `out`, modulo 256, a byte of `object`, which repeats from its
    /// beginning.
    static void add(const Object& object, Object& out) {
        auto from = object.begin();
        for (std::byte& byte : out) {
            byte = static_cast<std::byte>(std::to_integer<int>(byte) + std::to_integer<int>(*from));
            if (++from == object.end()) from = object.begin();
        }
    }
    void pass(const Link& link) {
        const std::vector<LinkPart> parts = parts_of(netlist_, link);
        const auto begin_of = [](const LinkPart& part) {
            return static_cast<std::ptrdiff_t>(part.offset.count());
        };
        if (link.kind == netlist::LinkKind::Join) {
            Object whole(Way::size_of(netlist_.net(link.whole())));
            for (const LinkPart& part : parts)
                std::ranges::copy(way(part.net).first(), whole.begin() + begin_of(part));
            way(link.whole()).put(std::move(whole));
            return;
        }
        const Object whole = way(link.whole()).first();
        for (const LinkPart& part : parts) {
            const auto begin = whole.begin() + begin_of(part);
            way(part.net).put({begin, begin + part.size.count()});
        }
    }

    const Netlist& netlist_;
    schedule::HostMemory& host_;
    std::vector<CoreNets> nets_;
    std::vector<HostEnd> ends_;
    std::vector<Way> ways_;  ///< indexed by net
};

}  // namespace

void evaluate(const Netlist& netlist, std::int64_t firings, schedule::HostMemory& host) {
    Evaluation evaluation{netlist, host};
    for (std::int64_t firing = 0; firing < firings; ++firing)
        evaluation.fire(firing);
}

}  // namespace xdnasim::placed
