#include "workloads/placement/picture.hpp"

#include <iterator>
#include <map>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/placement/legality.hpp"

namespace xdnasim::placement {
namespace {

using arch::TileId;
using arch::TileKind;

// In pixels.
constexpr int kTile = 104;
constexpr int kGap = 56;
constexpr int kPitch = kTile + kGap;
constexpr int kMargin = 40;
constexpr int kLane = 7;
constexpr int kLegend = 36;

constexpr const char* kCircuitColour = "#2f6f8f";
constexpr const char* kPacketColour = "#d9822b";
constexpr const char* kSharedColour = "#5f9460";

struct Point {
    int x = 0;
    int y = 0;
};

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '<')
            safe += "&lt;";
        else if (c == '&')
            safe += "&amp;";
        else
            safe += c;
    }
    return safe;
}

const char* fill_of(TileKind kind) {
    switch (kind) {
        case TileKind::Shim:
            return "#ece4d4";
        case TileKind::MemTile:
            return "#dde6ee";
        case TileKind::CompTile:
            break;
    }
    return "#f4f4f2";
}

/// Writes the elements of a picture, what is below first.
class Picture {
 public:
    Picture(const Netlist& netlist, const Array& array, const Solution& solution)
        : netlist_{netlist}, array_{array}, solution_{solution} {}

    std::string draw() && {
        const int width = 2 * kMargin + array_.columns() * kPitch - kGap;
        const int height = 2 * kMargin + array_.rows() * kPitch - kGap + kLegend;
        add("<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' "
            "viewBox='0 0 {0} {1}' font-family='sans-serif' font-size='11'>\n"
            "<rect width='{0}' height='{1}' fill='white'/>\n",
            width, height);
        for (Array::Index i = 0; i < array_.size(); ++i)
            draw_tile(array_.tile(i));
        for (NetId id = 0; id < netlist_.net_count(); ++id)
            draw_net(id, solution_.routes[static_cast<std::size_t>(id)]);
        for (const auto& [hop, streams] : loads_)
            draw_load(hop, streams);
        for (CoreId core = 0; core < netlist_.core_count(); ++core)
            draw_core(core);
        draw_legend(height - kLegend);
        add("</svg>\n");
        return std::move(text_);
    }

 private:
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    /// The north-west corner.
    [[nodiscard]] Point corner(TileId tile) const {
        return {kMargin + tile.column * kPitch, kMargin + (array_.rows() - 1 - tile.row) * kPitch};
    }
    [[nodiscard]] Point middle(TileId tile) const {
        const Point at = corner(tile);
        return {at.x + kTile / 2, at.y + kTile / 2};
    }

    void draw_tile(TileId tile) {
        const Point at = corner(tile);
        add("<rect x='{}' y='{}' width='{}' height='{}' rx='6' fill='{}' stroke='#999'/>\n", at.x,
            at.y, kTile, kTile, fill_of(array_.kind(tile)));
        add("<text x='{}' y='{}' fill='#888'>{}</text>\n", at.x + 6, at.y + kTile - 6,
            arch::to_string(tile));
    }

    /// A lane of a link, from the edge of one tile to that of the next: those to the north and the
    /// east run beside those to the south and the west.
    [[nodiscard]] std::pair<Point, Point> lane(const Hop& hop, int number) const {
        const Point a = middle(hop.from);
        const Point b = middle(hop.to);
        const int aside = kLane * (number + 1);
        if (a.x == b.x) {
            const int up = b.y < a.y ? 1 : -1;
            const int x = a.x + up * aside;
            return {{x, a.y - up * kTile / 2}, {x, b.y + up * kTile / 2}};
        }
        const int east = b.x > a.x ? 1 : -1;
        const int y = a.y - east * aside;
        return {{a.x + east * kTile / 2, y}, {b.x - east * kTile / 2, y}};
    }

    void draw_net(NetId id, const NetRoute& route) {
        add("<g stroke-width='1.6' fill='none'><title>{}</title>\n",
            escaped(net_text(netlist_, id)));
        if (is_stream(route.transport))
            draw_stream(id, route);
        else
            draw_shared(netlist_.net(id), route);
        add("</g>\n");
    }

    void draw_line(Point a, Point b, const char* colour, double opacity) {
        add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-opacity='{}'/>\n", a.x, a.y,
            b.x, b.y, colour, opacity);
    }

    /// Inside tiles, where no channels are taken, a route is drawn lightly.
    void draw_stream(NetId id, const NetRoute& route) {
        constexpr double kInside = 0.35;
        const char* const colour =
            route.transport == Transport::Packet ? kPacketColour : kCircuitColour;
        const Net& net = netlist_.net(id);
        std::map<TileId, Point> reached{
            {solution_.placement.of(net.source), middle(solution_.placement.of(net.source))}};
        for (const Hop& hop : route.hops) {
            Streams& load = loads_[hop];
            const auto [begin, end] = lane(hop, load.channels());
            load.add(route.transport);
            draw_line(reached[hop.from], begin, colour, kInside);
            draw_line(begin, end, colour, 1);
            reached[hop.to] = end;
        }
        for (const CoreId sink : net.sinks) {
            const TileId tile = solution_.placement.of(sink);
            draw_line(reached[tile], middle(tile), colour, kInside);
        }
    }

    void draw_shared(const Net& net, const NetRoute& route) {
        const Point a = middle(solution_.placement.of(net.source));
        const Point b = middle(solution_.placement.of(net.sinks.front()));
        const Point buffer = middle(route.buffer);
        const Point between{(a.x + b.x) / 2, (a.y + b.y) / 2};
        // Half the way from the tile's edge into it.
        const Point knob{(buffer.x + between.x) / 2, (buffer.y + between.y) / 2};
        add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='6' "
            "stroke-opacity='0.6'/>\n<circle cx='{}' cy='{}' r='6' fill='{}'/>\n",
            a.x, a.y, b.x, b.y, kSharedColour, knob.x, knob.y, kSharedColour);
    }

    void draw_load(const Hop& hop, const Streams& streams) {
        int channels = 0;
        for (const Heading heading : kHeadings)
            if (array_.beside(hop.from, heading) == hop.to)
                channels = array_.links(hop.from, heading);
        const auto [begin, end] = lane(hop, channels);
        add("<text x='{}' y='{}' text-anchor='middle' font-size='10' fill='{}'>{}/{}</text>\n",
            (begin.x + end.x) / 2, (begin.y + end.y) / 2 + 4,
            streams.channels() >= channels ? "#c0392b" : "#666", streams.channels(), channels);
    }

    void draw_core(CoreId core) {
        const Point at = middle(solution_.placement.of(core));
        add("<circle cx='{}' cy='{}' r='5' fill='#333'/>\n"
            "<text x='{}' y='{}' font-weight='bold'>{}</text>\n",
            at.x, at.y, at.x - kTile / 2 + 6, at.y - kTile / 2 + 16,
            escaped(netlist_.core(core).name));
    }

    void draw_legend(int top) {
        const auto entry = [&](int number, const char* colour, const char* name) {
            constexpr int kWide = 190;
            const int x = kMargin + number * kWide;
            add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='4'/>"
                "<text x='{}' y='{}'>{}</text>\n",
                x, top, x + 24, top, colour, x + 32, top + 4, name);
        };
        entry(0, kCircuitColour, "circuit");
        entry(1, kPacketColour, "packets");
        entry(2, kSharedColour, "buffer that both reach");
    }

    const Netlist& netlist_;
    const Array& array_;
    const Solution& solution_;
    std::map<Hop, Streams> loads_;
    std::string text_;
};

}  // namespace

std::string draw_svg(const Netlist& netlist, const Array& array, const Solution& solution) {
    return Picture{netlist, array, solution}.draw();
}

}  // namespace xdnasim::placement
