#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "arch/routing_graph.hpp"
#include "workloads/picture/array_picture.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::picture {
namespace {

using arch::Bundle;
using arch::Port;
using arch::PortSide;
using arch::TileId;
using schedule::Schedule;

constexpr const char* kInputColour = "#2f6f8f";
constexpr const char* kSecondInputColour = "#17a398";
constexpr const char* kOutputColour = "#7d3c98";
constexpr const char* kBetweenColour = "#d9822b";
constexpr const char* kCascadeColour = "#b03a2e";

/// A link from a tile to its neighbour.
struct Link {
    TileId from;
    TileId to;
    Bundle bundle{};  ///< bundle of the master ports that lead to `to`
    auto operator<=>(const Link&) const = default;
};

class SchedulePicture {
 public:
    SchedulePicture(const Schedule& schedule, const arch::Device& device)
        : schedule_{schedule},
          device_{device},
          columns_{columns_in_use(schedule, device)},
          picture_{columns_, device.rows()} {}

    std::string draw() && {
        for (int column = columns_.first; column < columns_.first + columns_.count; ++column)
            for (int row = 0; row < device_.rows(); ++row)
                picture_.draw_tile({column, row}, device_.kind({column, row}));
        for (std::size_t flow = 0; flow < schedule_.flows.size(); ++flow)
            draw_flow(schedule_.flows[flow], schedule_.routes[flow]);
        for (const schedule::CascadeLink& link : schedule_.cascades)
            draw_cascade(link);
        for (const auto& [link, masters] : loads_)
            draw_load(link, static_cast<int>(masters.size()));
        for (const schedule::TileProgram& program : schedule_.tiles)
            draw_program(program);
        draw_ports();
        add_legend();
        return std::move(picture_).finish(note());
    }

 private:
    /// Adds a legend for the elements that the picture contains.
    void add_legend() {
        const auto add = [&](Sample sample, const char* colour, const char* name) {
            if (shown_.contains(colour)) picture_.add_legend(sample, colour, name);
        };
        add(Sample::Line, kInputColour, "stream from host or PL");
        add(Sample::Line, kSecondInputColour, "stream from host or PL to a core's second input");
        add(Sample::Line, kOutputColour, "stream to host or PL");
        add(Sample::Line, kBetweenColour, "stream between tiles");
        add(Sample::Bar, kCascadeColour, "cascade");
        add(Sample::Dot, ArrayPicture::kCoreColour, "core with a program");
        add(Sample::Bar, ArrayPicture::kSharedColour, "buffer in a neighbour's memory");
        if (has_memory_)
            picture_.add_legend(Sample::Memory, ArrayPicture::kSharedColour,
                                "share of a memory in use");
        if (!loads_.empty())
            picture_.add_legend(Sample::Text, ArrayPicture::kFullColour,
                                "channels of a link taken; red: all of them");
    }

    [[nodiscard]] std::string note() const {
        if (columns_.count == device_.columns) return {};
        return fmt::format("columns {} to {} of {}: the others are not used", columns_.first,
                           columns_.first + columns_.count - 1, device_.columns);
    }

    /// The columns in use, with one more on each side.
    static Columns columns_in_use(const Schedule& schedule, const arch::Device& device) {
        int first = device.columns - 1;
        int last = 0;
        const auto use = [&](TileId tile) {
            first = std::min(first, tile.column);
            last = std::max(last, tile.column);
        };
        for (const schedule::TileProgram& program : schedule.tiles)
            use(program.tile);
        for (const schedule::Route& route : schedule.routes)
            for (const schedule::Connection& connection : route.connections)
                use(connection.master.tile);
        if (first > last) return {0, device.columns};
        first = std::max(first - 1, 0);
        last = std::min(last + 1, device.columns - 1);
        return {first, last - first + 1};
    }

    [[nodiscard]] bool is_of_shim(const Port& port) const {
        return device_.kind(port.tile) == arch::TileKind::Shim;
    }
    /// Is it the second of a core's two channels? Cores take one operand on each.
    [[nodiscard]] bool is_second(const Port& sink) const {
        return device_.kind(sink.tile) == arch::TileKind::CompTile && sink.bundle == Bundle::Dma &&
               sink.channel == 1;
    }
    [[nodiscard]] const char* colour_of(const schedule::Flow& flow) const {
        if (is_of_shim(flow.source))
            return std::ranges::any_of(flow.sinks,
                                       [&](const Port& sink) { return is_second(sink); })
                       ? kSecondInputColour
                       : kInputColour;
        return std::ranges::any_of(flow.sinks, [&](const Port& sink) { return is_of_shim(sink); })
                   ? kOutputColour
                   : kBetweenColour;
    }

    /// Where a stream begins or ends; what lies behind a shim is drawn to its south.
    [[nodiscard]] Point end_of(const Port& port) const {
        Point at = picture_.middle(port.tile);
        if (is_of_shim(port)) at.y += ArrayPicture::kTile / 2;
        return at;
    }

    [[nodiscard]] static std::string title_of(const schedule::Flow& flow) {
        std::string text = flow.name + ": " + arch::to_string(flow.source) + " to ";
        constexpr std::size_t kFew = 3;
        for (std::size_t i = 0; i < std::min(flow.sinks.size(), kFew); ++i)
            text += (i > 0 ? ", " : "") + arch::to_string(flow.sinks[i]);
        if (flow.sinks.size() > kFew) text += fmt::format(" and {} more", flow.sinks.size() - kFew);
        return text;
    }

    /// Lines of the same style, from point to point.
    struct Strokes {
        std::string path;
        void add(Point a, Point b) {
            fmt::format_to(std::back_inserter(path), "M{} {}L{} {}", a.x, a.y, b.x, b.y);
        }
    };

    /// Draws a flow; inside tiles, its lines are thin.
    void draw_flow(const schedule::Flow& flow, const schedule::Route& route) {
        Strokes between;
        Strokes inside;
        std::map<TileId, Point> reached{{flow.source.tile, end_of(flow.source)}};
        for (const schedule::Connection& connection : route.connections) {
            const Port& master = connection.master;
            const Point from = reached[master.tile];
            const auto neighbour = arch::wired_to(device_, master);
            if (!neighbour) {
                inside.add(from, end_of(master));
                continue;
            }
            const auto [begin, end] = picture_.lane(master.tile, neighbour->tile, master.channel);
            loads_[{master.tile, neighbour->tile, master.bundle}].insert(master.channel);
            inside.add(from, begin);
            between.add(begin, end);
            reached[neighbour->tile] = end;
        }
        const char* const colour = colour_of(flow);
        shown_.insert(colour);
        picture_.add(
            "<g stroke='{}' stroke-width='{:.1f}' fill='none'{}><title>{}</title>"
            "<path d='{}'/><path d='{}' stroke-opacity='{}'/></g>\n",
            colour, picture_.stroke(),
            flow.mode == schedule::FlowMode::Packet ? " stroke-dasharray='5 3'" : "",
            escaped(title_of(flow)), between.path, inside.path, kRouteInsideTile);
    }

    void draw_load(const Link& link, int taken) {
        picture_.draw_load(link.from, link.to, taken,
                           arch::port_count(device_, link.from, PortSide::Master, link.bundle));
    }

    void draw_cascade(const schedule::CascadeLink& link) {
        shown_.insert(kCascadeColour);
        const Point a = picture_.middle(link.from);
        const Point b = picture_.middle(link.to);
        picture_.add(
            "<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' "
            "stroke-width='{:.1f}' stroke-opacity='0.45'><title>cascade from {} to "
            "{}</title></line>\n",
            a.x, a.y, b.x, b.y, kCascadeColour, picture_.bar(), arch::to_string(link.from),
            arch::to_string(link.to));
    }

    void draw_program(const schedule::TileProgram& program) {
        draw_memory(program);
        if (program.core.empty()) return;
        std::set<TileId> neighbours;
        std::string name;
        schedule::for_each_operation<schedule::Call>(
            program.core, [&](const schedule::Call& call, std::int64_t) {
                if (const kernels::Kernel* kernel = schedule_.kernel(call.kernel);
                    kernel != nullptr && macs_per_call(*kernel) >= most_macs(name))
                    name = kernel->name;
                for (const schedule::BufferSlice& slice : call.arguments)
                    if (slice.buffer.tile != program.tile) neighbours.insert(slice.buffer.tile);
            });
        if (!neighbours.empty()) shown_.insert(ArrayPicture::kSharedColour);
        shown_.insert(ArrayPicture::kCoreColour);
        for (const TileId neighbour : neighbours)
            picture_.draw_shared(program.tile, neighbour, neighbour);
        picture_.draw_core(program.tile, name);
    }
    /// MACs per call of the kernel with this name.
    [[nodiscard]] std::int64_t most_macs(const std::string& name) const {
        const auto kernel = std::ranges::find(schedule_.kernels, name, &kernels::Kernel::name);
        return kernel == schedule_.kernels.end() ? 0 : macs_per_call(*kernel);
    }

    /// Draws a bar at the tile's edge that shows the used share of its memory.
    void draw_memory(const schedule::TileProgram& program) {
        const arch::Bytes memory = device_.model(program.tile).memory;
        if (memory == arch::Bytes{} || program.buffers.empty()) return;
        has_memory_ = true;
        arch::Bytes used = program.stack;
        for (const schedule::Buffer& buffer : program.buffers)
            used += buffer.size;
        const double share =
            static_cast<double>(used.count()) / static_cast<double>(memory.count());
        constexpr int kWidth = 6;
        const auto height = static_cast<int>(share * ArrayPicture::kTile);
        const Point at = picture_.corner(program.tile);
        picture_.add(
            "<rect x='{}' y='{}' width='{}' height='{}' fill='{}' fill-opacity='0.5'>"
            "<title>{} of {} bytes of {}</title></rect>\n",
            at.x + ArrayPicture::kTile - kWidth, at.y + ArrayPicture::kTile - height, kWidth,
            height, ArrayPicture::kSharedColour, used.count(), memory.count(),
            arch::to_string(program.tile));
    }

    /// Draws the number of ports to the PL in each direction for each shim.
    void draw_ports() {
        std::map<TileId, std::pair<int, int>> ports;
        for (const schedule::PlPort& port : schedule_.pl.ports) {
            auto& [in, out] = ports[port.port.tile];
            ++(port.port.side == PortSide::Slave ? in : out);
        }
        for (const auto& [tile, counts] : ports) {
            picture_.draw_name(tile, fmt::format("PL {} in, {} out", counts.first, counts.second));
        }
    }

    const Schedule& schedule_;
    const arch::Device& device_;
    Columns columns_;
    ArrayPicture picture_;
    std::map<Link, std::set<int>> loads_;
    std::set<std::string_view> shown_;  ///< colours in use, for the legend
    bool has_memory_ = false;
};

}  // namespace

std::string draw_svg(const Schedule& schedule, const arch::Device& device) {
    return SchedulePicture{schedule, device}.draw();
}

}  // namespace xdnasim::picture
