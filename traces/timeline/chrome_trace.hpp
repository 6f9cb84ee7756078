#pragma once
// Writes a timeline as trace events (JSON), which chrome://tracing and ui.perfetto.dev show.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "traces/timeline/span.hpp"

namespace xdnasim::timeline {

/// Where a timeline ends before the run does.
struct Cut {
    arch::Cycles complete_to{};  ///< all that ended before it is there
    std::int64_t spans = 0;      ///< left out
};

/// Time stamps are microseconds in whole nanoseconds, so that spans that follow each other do
/// not overlap; each span's arguments hold its cycles.
class ChromeTrace final : public Painter {
 public:
    using Write = std::function<void(std::string_view)>;

    /// Hands pieces of the text to `write` as it grows; no more spans once it has `limit` bytes.
    ChromeTrace(const arch::Device& device, arch::Bytes limit, Write write);

    void paint(const Span& span, const Track& track) override;
    /// Call once, after the last span: completes the text. `end`: cycles of the run.
    void finish(arch::Cycles end);

    [[nodiscard]] std::int64_t spans() const { return spans_; }
    [[nodiscard]] const std::optional<Cut>& cut() const { return cut_; }

 private:
    void name_once(const Track& track);
    void write_name(const Track& track, std::string_view what, std::string_view name);
    void begin_entry();
    void append(std::string_view text);
    void append_quoted(std::string_view text);
    void append_text(std::string_view key, std::string_view value);
    void append_times(const Span& span);
    void flush();
    [[nodiscard]] std::int64_t nanoseconds(arch::Cycles cycle) const;

    const arch::Device& device_;
    std::int64_t limit_;
    Write write_;
    std::string buffer_;
    std::int64_t written_ = 0;  ///< before the buffer
    std::int64_t spans_ = 0;
    bool first_ = true;
    std::vector<bool> named_tracks_;
    std::vector<bool> named_processes_;
    std::optional<Cut> cut_;
};

}  // namespace xdnasim::timeline
