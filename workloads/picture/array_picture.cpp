#include "workloads/picture/array_picture.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/utf8.hpp"

namespace xdnasim::picture {

using arch::TileId;
using arch::TileKind;

namespace {

constexpr int kTile = ArrayPicture::kTile;
constexpr int kGap = 56;
constexpr int kPitch = kTile + kGap;
constexpr int kMargin = 40;
constexpr int kLane = 7;
constexpr int kFont = 11;
constexpr int kSample = 24;  ///< width of a sample in the legend
constexpr int kLine = 22;    ///< height of a line of the legend
constexpr int kWide = 1600;  ///< width from which on a picture is displayed scaled down

int scaled(double scale, int size) {
    return static_cast<int>(scale * size);
}

/// Outline of texts that lie on lines.
constexpr const char* kHalo = "paint-order='stroke' stroke='white' stroke-width='3'";

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

std::string escaped(std::string_view text) {
    std::string safe;
    while (true) {
        const std::size_t end = text.find('\n');
        for (const char c : base::printable(text.substr(0, end))) {
            if (c == '<')
                safe += "&lt;";
            else if (c == '&')
                safe += "&amp;";
            else
                safe += c;
        }
        if (end == std::string_view::npos) return safe;
        safe += '\n';
        text.remove_prefix(end + 1);
    }
}

ArrayPicture::ArrayPicture(Columns columns, int rows)
    : columns_{columns},
      rows_{rows},
      width_{columns.count * kPitch - kGap},
      scale_{std::max(1.0, static_cast<double>(width_) / kWide)},
      margin_{scaled(scale_, kMargin)} {
    draw_headings();
}

/// Draws the column numbers above the array and the row numbers to its west.
void ArrayPicture::draw_headings() {
    const int font = scaled(scale_, kFont + 1);
    for (int i = 0; i < columns_.count; ++i)
        add("<text x='{}' y='{}' text-anchor='middle' font-size='{}' fill='#555'>{}</text>\n",
            margin_ + i * kPitch + kTile / 2, margin_ - font / 2, font, columns_.first + i);
    for (int row = 0; row < rows_; ++row)
        add("<text x='{}' y='{}' text-anchor='end' font-size='{}' fill='#555'>{}</text>\n",
            margin_ - font / 2, margin_ + (rows_ - 1 - row) * kPitch + kTile / 2, font, row);
}

Point ArrayPicture::corner(TileId tile) const {
    return {margin_ + (tile.column - columns_.first) * kPitch,
            margin_ + (rows_ - 1 - tile.row) * kPitch};
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
    // Halfway from the tile's edge to its middle.
    const Point knob{(at.x + between.x) / 2, (at.y + between.y) / 2};
    add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='{:.1f}' "
        "stroke-opacity='0.6'/>\n<circle cx='{}' cy='{}' r='{:.1f}' fill='{}'/>\n",
        a.x, a.y, b.x, b.y, kSharedColour, 0.6 * bar(), knob.x, knob.y, 0.7 * bar(), kSharedColour);
}

void ArrayPicture::draw_load(TileId from, TileId to, int taken, int channels) {
    const auto [begin, end] = lane(from, to, channels);
    if (taken >= channels) {
        const Point outer = lane(from, to, channels - 1).first;
        const Point inner = lane(from, to, 0).second;
        add("<rect x='{}' y='{}' width='{}' height='{}' fill='{}' fill-opacity='0.15'/>\n",
            std::min(outer.x, inner.x) - kLane / 2, std::min(outer.y, inner.y) - kLane / 2,
            std::abs(outer.x - inner.x) + kLane, std::abs(outer.y - inner.y) + kLane, kFullColour);
    }
    add("<text x='{}' y='{}' text-anchor='middle' font-size='10' fill='{}' {}>{}/{}</text>\n",
        (begin.x + end.x) / 2, (begin.y + end.y) / 2 + 4, taken >= channels ? kFullColour : "#666",
        kHalo, taken, channels);
}

namespace {

// Number of characters that fit into a tile beside the bar of its memory, by font size.
constexpr std::size_t kFits = 11;
constexpr int kSmallFont = 8;
constexpr std::size_t kFitsSmall = 15;

bool is_within_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string without_its_middle(const std::string& text) {
    if (text.size() <= kFitsSmall) return text;
    const std::size_t ends = kFitsSmall - 2;
    std::size_t head = ends / 2;
    while (head > 0 && is_within_character(text[head]))
        --head;
    std::size_t tail = text.size() - (ends - ends / 2);
    while (tail < text.size() && is_within_character(text[tail]))
        ++tail;
    return text.substr(0, head) + ".." + text.substr(tail);
}

/// Splits a name into lines. Kernels of a design often differ only in their first or last letters.
std::vector<std::string> lines_of(const std::string& name) {
    if (name.size() <= kFitsSmall) return {name};
    const std::size_t cut = name.find_last_of("_ -", kFitsSmall - 1);
    if (cut == std::string::npos || cut == 0) return {without_its_middle(name)};
    return {name.substr(0, cut + 1), without_its_middle(name.substr(cut + 1))};
}

}  // namespace

void ArrayPicture::draw_name(TileId tile, const std::string& name) {
    const Point at = corner(tile);
    const int font = name.size() <= kFits ? kFont : kSmallFont;
    add("<text font-weight='bold' font-size='{}' {}><title>{}</title>", font, kHalo, escaped(name));
    int y = at.y + 15;
    for (const std::string& line : lines_of(base::printable(name))) {
        add("<tspan x='{}' y='{}'>{}</tspan>", at.x + 6, y, escaped(line));
        y += font + 2;
    }
    add("</text>\n");
}

void ArrayPicture::draw_core(TileId tile, const std::string& name) {
    const Point at = middle(tile);
    add("<circle cx='{}' cy='{}' r='{}' fill='{}'/>\n", at.x, at.y, scaled(std::sqrt(scale_), 5),
        kCoreColour);
    draw_name(tile, name);
}

void ArrayPicture::add_legend(Sample sample, const char* colour, const std::string& name) {
    legend_.push_back({sample, colour, name});
}

void ArrayPicture::draw_sample(const Entry& entry, int x, int y) {
    const int width = scaled(scale_, kSample);
    const int line = scaled(scale_, 4);
    const int middle = x + width / 2;
    switch (entry.sample) {
        case Sample::Line:
            add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='{}'/>", x, y,
                x + width, y, entry.colour, line);
            return;
        case Sample::Bar:
            add("<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='{}' stroke-width='{}' "
                "stroke-opacity='0.5'/>",
                x, y, x + width, y, entry.colour, 2 * line);
            return;
        case Sample::Dot:
            add("<circle cx='{}' cy='{}' r='{}' fill='{}'/>", middle, y, line, entry.colour);
            return;
        case Sample::Memory:
            add("<rect x='{}' y='{}' width='{}' height='{}' fill='{}' fill-opacity='0.5'/>", middle,
                y - 2 * line, line, 3 * line, entry.colour);
            return;
        case Sample::Text:
            add("<text x='{}' y='{}' fill='{}' font-size='{}'>4/4</text>", x, y + line,
                entry.colour, scaled(scale_, kFont));
            return;
    }
}

int ArrayPicture::draw_legend(const std::string& note) {
    // Average width of a letter, as a share of the font size.
    constexpr double kLetter = 0.62;
    const int font = scaled(scale_, kFont);
    const int line = scaled(scale_, kLine);
    const int first = margin_;
    int x = first;
    int y = margin_ + rows_ * kPitch - kGap + line;
    for (const Entry& entry : legend_) {
        const int width = scaled(scale_, kSample + 28) +
                          static_cast<int>(kLetter * font * static_cast<double>(entry.name.size()));
        if (x > first && x + width > first + width_) {
            x = first;
            y += line;
        }
        draw_sample(entry, x, y);
        add("<text x='{}' y='{}' font-size='{}'>{}</text>\n", x + scaled(scale_, kSample + 8),
            y + font / 3, font, escaped(entry.name));
        x += width;
    }
    if (!note.empty()) {
        y += line;
        add("<text x='{}' y='{}' font-size='{}' fill='#555'>{}</text>\n", first, y + font / 3, font,
            escaped(note));
    }
    return y + line;
}

std::string ArrayPicture::finish(const std::string& note) && {
    const int height = draw_legend(note);
    // With few columns, an entry of the legend is wider than the array.
    constexpr int kLeast = 420;
    const int width = std::max(width_ + 2 * margin_, kLeast);
    return fmt::format(
               "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' "
               "viewBox='0 0 {0} {1}' font-family='sans-serif' font-size='{2}'>\n"
               "<rect width='{0}' height='{1}' fill='white'/>\n",
               width, height, kFont) +
           text_ + "</svg>\n";
}

}  // namespace xdnasim::picture
