#pragma once
// Pictures of an array, in SVG. What they are made of: tiles with north on top, lanes between them,
// how many of a link's channels are taken. And one of any workload's routed program.

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::picture {

/// In pixels, from the north-west.
struct Point {
    int x = 0;
    int y = 0;
};

/// For titles and texts.
[[nodiscard]] std::string escaped(const std::string& text);

/// Of an array, those that a picture shows.
struct Columns {
    int first = 0;
    int count = 0;
};

inline constexpr double kRouteInsideTile = 0.35;  ///< opacity: there, no channels are taken

/// How a sample stands in the legend.
enum class Sample : std::uint8_t { Line, Bar, Dot, Memory, Text };

/// Writes the elements of a picture, what is below first. Numbers of columns and rows and the
/// legend are as large as can be read when a wide picture is shown on a page as a whole.
class ArrayPicture {
 public:
    ArrayPicture(Columns columns, int rows);

    /// An element or several.
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    void draw_tile(arch::TileId tile, arch::TileKind kind);
    void draw_line(Point a, Point b, const char* colour, double opacity);
    /// A bar between two cores that use a buffer, with a knob in the tile where it lies.
    void draw_shared(arch::TileId one, arch::TileId other, arch::TileId buffer);
    /// In red on a red ground where all channels are taken.
    void draw_load(arch::TileId from, arch::TileId to, int taken, int channels);
    void draw_core(arch::TileId tile, const std::string& name);
    /// The name in as large a font as fits, in two lines where it is long.
    void draw_name(arch::TileId tile, const std::string& name);
    /// Entries of the legend stand beside each other as far as the picture is wide enough.
    void add_legend(Sample sample, const char* colour, const std::string& name);

    /// The north-west corner.
    [[nodiscard]] Point corner(arch::TileId tile) const;
    [[nodiscard]] Point middle(arch::TileId tile) const;
    /// A lane of a link, from the edge of one tile to that of the next: those to the north and the
    /// east run beside those to the south and the west.
    [[nodiscard]] std::pair<Point, Point> lane(arch::TileId from, arch::TileId to,
                                               int number) const;

    /// With `note` below the legend.
    [[nodiscard]] std::string finish(const std::string& note = {}) &&;

    /// Of a stream's line.
    [[nodiscard]] double stroke() const { return 1.6 * std::sqrt(scale_); }
    /// Of a cascade's or a shared buffer's bar.
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
    /// Returns the height of the picture with it.
    int draw_legend(const std::string& note);
    void draw_sample(const Entry& entry, int x, int y);

    Columns columns_;
    int rows_;
    int width_;
    double scale_;  ///< of headings and legend
    int margin_;
    std::vector<Entry> legend_;
    std::string text_;
};

/// SVG: tiles with the kernels of their cores and how full their memories are; a line for each hop
/// of each stream, coloured by where it comes from; how many channels of a link are taken, in red
/// where all are; cascades as bars; buffers that a core uses in a neighbour's memory; ports to the
/// programmable logic. Columns to the west and to the east of all that is used are left out, but
/// one. Viewers show a stream's ends when one points at its line. Precondition: the
/// schedule is one of `device`, and has routes.
[[nodiscard]] std::string draw_svg(const schedule::Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::picture
