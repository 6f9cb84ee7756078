#pragma once
// Draws a timeline in characters: a line per track, what took most of its time column by column.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "traces/timeline/span.hpp"

namespace xdnasim::timeline {

/// Its memory depends on the number of tracks alone: a column stands for more cycles as the run
/// goes on.
class TextTimeline final : public Painter {
 public:
    /// What lies outside the window is cut off.
    explicit TextTimeline(Window window) : window_{window} {}

    void paint(const Span& span, const Track& track) override;

    /// At most `most_lines` of them, the cores' first. `end`: cycles of the run.
    [[nodiscard]] std::string text(arch::Cycles end, int most_lines) const;

 private:
    using Times = std::array<arch::Cycles, kActivities>;  ///< index: Activity
    struct Row {
        Track track;
        std::vector<Times> columns;
    };

    void make_room_for(arch::Cycles end);
    [[nodiscard]] std::vector<const Row*> rows_in_order() const;
    [[nodiscard]] std::string heading(arch::Cycles end) const;
    [[nodiscard]] std::string line(const Row& row, arch::Cycles end, std::size_t label) const;
    [[nodiscard]] std::int64_t columns(arch::Cycles end) const;

    Window window_;
    arch::Cycles width_{1};    ///< of a column
    std::map<int, Row> rows_;  ///< by number of the track
};

}  // namespace xdnasim::timeline
