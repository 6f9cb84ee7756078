#include "workloads/picture/array_picture.hpp"

#include <algorithm>

namespace xdnasim::picture {

using arch::TileId;
using arch::TileKind;

namespace {

constexpr int kTile = ArrayPicture::kTile;
constexpr int kGap = 56;
constexpr int kPitch = kTile + kGap;
constexpr int kMargin = 40;
constexpr int kLane = 7;
constexpr int kLegend = 36;
constexpr int kLegendLine = 20;
constexpr int kLegendEntry = 190;  ///< wide
constexpr int kLegendEntries = 6;  ///< at most

/// Entries beside each other.
int entries_of(int width) {
    return std::max((width - 2 * kMargin) / kLegendEntry, 1);
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

}  // namespace

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

ArrayPicture::ArrayPicture(int columns, int rows) : rows_{rows} {
    const int width = 2 * kMargin + std::max(columns * kPitch - kGap, kLegendEntry);
    entries_ = entries_of(width);
    const int lines = (kLegendEntries + entries_ - 1) / entries_;
    legend_ = 2 * kMargin + rows * kPitch - kGap;
    const int height = legend_ + kLegend + (lines - 1) * kLegendLine;
    add("<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' "
        "viewBox='0 0 {0} {1}' font-family='sans-serif' font-size='11'>\n"
        "<rect width='{0}' height='{1}' fill='white'/>\n",
        width, height);
}

Point ArrayPicture::corner(TileId tile) const {
    return {kMargin + tile.column * kPitch, kMargin + (rows_ - 1 - tile.row) * kPitch};
}

Point ArrayPicture::middle(TileId tile) const {
    const Point at = corner(tile);
    return {at.x + kTile / 2, at.y + kTile / 2};
}

void ArrayPicture::draw_tile(TileId tile, TileKind kind) {
    const Point at = corner(tile);
    add("<rect x='{}' y='{}' width='{}' height='{}' rx='6' fill='{}' stroke='#999'/>\n", at.x, at.y,
        kTile, kTile, fill_of(kind));
    add("<text x='{}' y='{}' fill='#888'>{}</text>\n", at.x + 6, at.y + kTile - 6,
        arch::to_string(tile));
}

std::pair<Point, Point> ArrayPicture::lane(TileId from, TileId to, int number) const {
    const Point a = middle(from);
    const Point b = middle(to);
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

void ArrayPicture::draw_line(Point a, Point b, const char* colour, double opacity) {
    add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-opacity='{}'/>\n", a.x, a.y, b.x,
        b.y, colour, opacity);
}

void ArrayPicture::draw_shared(TileId one, TileId other, TileId buffer) {
    const Point a = middle(one);
    const Point b = middle(other);
    const Point at = middle(buffer);
    const Point between{(a.x + b.x) / 2, (a.y + b.y) / 2};
    // Half the way from the tile's edge into it.
    const Point knob{(at.x + between.x) / 2, (at.y + between.y) / 2};
    add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='6' "
        "stroke-opacity='0.6'/>\n<circle cx='{}' cy='{}' r='6' fill='{}'/>\n",
        a.x, a.y, b.x, b.y, kSharedColour, knob.x, knob.y, kSharedColour);
}

void ArrayPicture::draw_load(TileId from, TileId to, int taken, int channels) {
    const auto [begin, end] = lane(from, to, channels);
    add("<text x='{}' y='{}' text-anchor='middle' font-size='10' fill='{}'>{}/{}</text>\n",
        (begin.x + end.x) / 2, (begin.y + end.y) / 2 + 4, taken >= channels ? "#c0392b" : "#666",
        taken, channels);
}

void ArrayPicture::draw_core(TileId tile, const std::string& name) {
    // Characters that the tile is wide enough for, by the size of the font.
    constexpr int kFont = 11;
    constexpr int kMinFont = 8;
    constexpr std::size_t kFits = 15;
    constexpr std::size_t kMax = kFits * kFont / kMinFont;
    // Kernels of one design often differ in their first or in their last letters alone.
    const std::string shown =
        name.size() <= kMax
            ? name
            : name.substr(0, kMax / 2) + ".." + name.substr(name.size() - (kMax - kMax / 2 - 2));
    const Point at = middle(tile);
    add("<circle cx='{}' cy='{}' r='5' fill='#333'/>\n"
        "<text x='{}' y='{}' font-weight='bold' font-size='{}'>{}<title>{}</title></text>\n",
        at.x, at.y, at.x - kTile / 2 + 6, at.y - kTile / 2 + 16,
        shown.size() <= kFits ? kFont : kMinFont, escaped(shown), escaped(name));
}

void ArrayPicture::draw_legend(int number, const char* colour, const char* name) {
    const int x = kMargin + number % entries_ * kLegendEntry;
    const int y = legend_ + number / entries_ * kLegendLine;
    add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='4'/>"
        "<text x='{}' y='{}'>{}</text>\n",
        x, y, x + 24, y, colour, x + 32, y + 4, name);
}

std::string ArrayPicture::finish() && {
    text_ += "</svg>\n";
    return std::move(text_);
}

}  // namespace xdnasim::picture
