#pragma once
// Pictures of an array in SVG: their elements, which are tiles with north at the top, lanes between
// them, and the number of used channels of a link; and a picture of any workload's routed program.

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::picture {

/// A point in pixels from the north-west corner.
struct Point {
    int x = 0;
    int y = 0;
};

/// The text with special characters escaped, for titles and texts. Its lines are made printable
/// (base::printable), since XML allows no control characters.
[[nodiscard]] std::string escaped(std::string_view text);

/// The columns of an array that a picture shows.
struct Columns {
    int first = 0;
    int count = 0;
};

inline constexpr double kRouteInsideTile = 0.35;  ///< opacity; inside tiles, routes use no channels

/// Form of a sample in the legend.
enum class Sample : std::uint8_t { Line, Bar, Dot, Memory, Text };

/// Writes the elements of a picture, those in the background first. Column and row numbers and the
/// legend are large enough to be readable when a wide picture is scaled to the width of a page.
class ArrayPicture {
 public:
    ArrayPicture(Columns columns, int rows);

    /// Adds one or more SVG elements.
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    void draw_tile(arch::TileId tile, arch::TileKind kind);
    void draw_line(Point a, Point b, const char* colour, double opacity);
    /// Draws a bar between two cores that share a buffer, with a knob in the tile where the buffer
    /// lies.
    void draw_shared(arch::TileId one, arch::TileId other, arch::TileId buffer);
    /// Draws the use of a link, in red on a red ground if all channels are taken.
    void draw_load(arch::TileId from, arch::TileId to, int taken, int channels);
    void draw_core(arch::TileId tile, const std::string& name);
    /// Draws the name in the largest font that fits, in two lines if it is long.
    void draw_name(arch::TileId tile, const std::string& name);
    /// Adds an entry to the legend; entries lie side by side as far as the width allows.
    void add_legend(Sample sample, const char* colour, const std::string& name);

    /// The north-west corner of a tile.
    [[nodiscard]] Point corner(arch::TileId tile) const;
    [[nodiscard]] Point middle(arch::TileId tile) const;
    /// Ends of a lane of a link, from the edge of one tile to that of the next. Lanes to the north
    /// and the east run beside those to the south and the west.
    [[nodiscard]] std::pair<Point, Point> lane(arch::TileId from, arch::TileId to,
                                               int number) const;

    /// The picture, with `note` below the legend.
    [[nodiscard]] std::string finish(const std::string& note = {}) &&;

    /// Width of a stream's line.
    [[nodiscard]] double stroke() const { return 1.6 * std::sqrt(scale_); }
    /// Width of the bar of a cascade or a shared buffer.
    [[nodiscard]] double bar() const { return 8 * std::sqrt(scale_); }

    static constexpr int kTile = 104;
    static constexpr const char* kSharedColour = "#5f9460";
    static constexpr const char* kCoreColour = "#333";
    static constexpr const char* kFullColour = "#c0392b";

 private:
    struct Entry {
        Sample sample{};
        const char* colour = "";
        std::string name;
    };
    void draw_headings();
    /// Draws the legend and returns the height of the picture including it.
    int draw_legend(const std::string& note);
    void draw_sample(const Entry& entry, int x, int y);

    Columns columns_;
    int rows_;
    int width_;
    double scale_;  ///< scale of headings and legend
    int margin_;
    std::vector<Entry> legend_;
    std::string text_;
};

/// SVG picture of a schedule: tiles with the kernels of their cores and the use of their memories;
/// a line for each hop of each stream, coloured by its source; the number of used channels of each
/// link, in red if all are used; cascades as bars; buffers that a core uses in a neighbour's
/// memory; ports to the programmable logic. Unused columns to the west and to the east are left
/// out, except for one on each side. Viewers show a stream's ends as the tooltip of its line.
/// Precondition: the schedule is one of `device`, and has routes.
[[nodiscard]] std::string draw_svg(const schedule::Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::picture
