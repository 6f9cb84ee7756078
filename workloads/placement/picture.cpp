#include <map>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/picture/array_picture.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;
using picture::ArrayPicture;
using picture::escaped;
using picture::Point;

constexpr const char* kCircuitColour = "#2f6f8f";
constexpr const char* kPacketColour = "#d9822b";

/// Writes the elements of a picture, those in the background first.
class Picture {
 public:
    Picture(const Netlist& netlist, const Array& array, const Solution& solution)
        : netlist_{netlist},
          array_{array},
          solution_{solution},
          picture_{{0, array.columns()}, array.rows()} {}

    std::string draw() && {
        for (Array::Index i = 0; i < array_.size(); ++i)
            picture_.draw_tile(array_.tile(i), array_.kind(array_.tile(i)));
        for (NetId id = 0; id < netlist_.net_count(); ++id)
            draw_net(id, solution_.routes[static_cast<std::size_t>(id)]);
        for (const auto& [hop, streams] : loads_)
            draw_load(hop, streams);
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            picture_.draw_core(solution_.placement.of(core), netlist_.core(core).name);
        using picture::Sample;
        picture_.add_legend(Sample::Line, kCircuitColour, "circuit");
        picture_.add_legend(Sample::Line, kPacketColour, "packets");
        picture_.add_legend(Sample::Bar, ArrayPicture::kSharedColour, "buffer that both reach");
        picture_.add_legend(Sample::Text, ArrayPicture::kFullColour,
                            "channels of a link taken; red: all of them");
        return std::move(picture_).finish();
    }

 private:
    void draw_net(NetId id, const NetRoute& route) {
        picture_.add("<g stroke-width='1.6' fill='none'><title>{}</title>\n",
                     escaped(net_text(netlist_, id)));
        if (is_stream(route.transport))
            draw_stream(id, route);
        else
            draw_shared(netlist_.net(id), route);
        picture_.add("</g>\n");
    }

    /// Draws a stream. Inside tiles, where it uses no channels of links, its line is thin.
    void draw_stream(NetId id, const NetRoute& route) {
        const char* const colour =
            route.transport == Transport::Packet ? kPacketColour : kCircuitColour;
        const Net& net = netlist_.net(id);
        std::map<TileId, Point> reached{{solution_.placement.of(net.source),
                                         picture_.middle(solution_.placement.of(net.source))}};
        for (const Hop& hop : route.hops) {
            Streams& load = loads_[hop];
            const auto [begin, end] =
                picture_.lane(hop.from, hop.to, load.channels(array_.packets_per_channel()));
            load.add(route.transport);
            picture_.draw_line(reached[hop.from], begin, colour, picture::kRouteInsideTile);
            picture_.draw_line(begin, end, colour, 1);
            reached[hop.to] = end;
        }
        for (const CoreId sink : net.sinks) {
            const TileId tile = solution_.placement.of(sink);
            picture_.draw_line(reached[tile], picture_.middle(tile), colour,
                               picture::kRouteInsideTile);
        }
    }

    void draw_shared(const Net& net, const NetRoute& route) {
        picture_.draw_shared(solution_.placement.of(net.source),
                             solution_.placement.of(net.sinks.front()), route.buffer);
    }

    void draw_load(const Hop& hop, const Streams& streams) {
        int channels = 0;
        for (const Heading heading : kHeadings)
            if (array_.beside(hop.from, heading) == hop.to)
                channels = array_.links(hop.from, heading);
        picture_.draw_load(hop.from, hop.to, streams.channels(array_.packets_per_channel()),
                           channels);
    }

    const Netlist& netlist_;
    const Array& array_;
    const Solution& solution_;
    ArrayPicture picture_;
    std::map<Hop, Streams> loads_;
};

}  // namespace

std::string draw_svg(const Netlist& netlist, const Array& array, const Solution& solution) {
    return Picture{netlist, array, solution}.draw();
}

}  // namespace xdnasim::placement
