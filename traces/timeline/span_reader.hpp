#pragma once
// Turns the events of a run into spans on tracks: one for each core, DMA channel and port.

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "arch/device.hpp"
#include "traces/events/events.hpp"
#include "traces/events/legend.hpp"
#include "traces/timeline/span.hpp"

namespace xdnasim::timeline {

class SpanReader final : public events::Listener {
 public:
    /// Paints what overlaps the window, uncut. `device` and `painter` must outlive this.
    SpanReader(const arch::Device& device, Window window, Painter& painter);

    void on(const events::Legend& legend) override;
    void on(const events::CoreInterval& interval) override;
    void on(const events::StreamSegment& segment) override;
    void on(const events::StreamStall& stall) override;
    void on(const events::BdInterval& interval) override;
    void on(const events::DramInterval& interval) override;

 private:
    struct Channel {
        Track track;
        std::string start_task;
        std::array<std::string, 2> finished;  ///< index: whether that ends the task
    };
    struct Port {
        Track track;
        std::string running;
        std::string stalled;
        std::string idle;
    };
    /// A port that a stream passes `delay` after its sources.
    struct PortOfStream {
        const Port* port = nullptr;
        arch::Cycles delay{};
    };
    struct Stream {
        std::vector<std::vector<PortOfStream>> flows;
        std::vector<PortOfStream> ports;  ///< of all flows, each once
    };

    void paint(const Span& span, const Track& track);
    void number_ports();
    [[nodiscard]] Stream stream_of(const std::vector<events::StreamFlow>& flows) const;
    [[nodiscard]] Track new_track(Lane lane, std::optional<arch::TileId> tile, std::string name);
    [[nodiscard]] const Track& core(arch::TileId tile);
    [[nodiscard]] const Channel& channel(const events::BdInterval& interval);
    [[nodiscard]] std::string_view lock_name(const events::CoreInterval& interval) const;

    const arch::Device& device_;
    Window window_;
    Painter& painter_;
    events::Legend legend_;
    int tracks_ = 0;
    std::map<arch::TileId, Track> cores_;
    std::map<std::tuple<arch::TileId, arch::Direction, int>, Channel> channels_;
    std::map<arch::Port, Port> ports_;
    std::vector<Stream> streams_;
    std::optional<Track> dram_;
    std::string bd_name_;  ///< of the span being painted
};

}  // namespace xdnasim::timeline
