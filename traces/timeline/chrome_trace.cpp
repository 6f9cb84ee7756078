#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

/// Inserts `number` into the set. Returns whether it is new.
bool insert(std::vector<bool>& set, int number) {
    const auto index = static_cast<std::size_t>(number);
    if (set.size() <= index) set.resize(index + 1);
    const bool is_new = !set[index];
    set[index] = true;
    return is_new;
}

}  // namespace

ChromeTrace::ChromeTrace(const arch::Device& device, arch::Bytes limit, Write write)
    : device_{device}, limit_{limit.count()}, write_{std::move(write)} {
    append(R"({"displayTimeUnit":"ns","traceEvents":[)");
}

void ChromeTrace::paint(const Span& span, const Track& track) {
    if (!cut_ && written_ + static_cast<std::int64_t>(buffer_.size()) >= limit_)
        cut_ = Cut{span.begin, 0};
    if (cut_) {
        ++cut_->spans;
        return;
    }
    ++spans_;
    name_once(track);
    begin_entry();
    append(R"({"ph":"X","name":)");
    append_quoted(span.name);
    fmt::format_to(std::back_inserter(buffer_), R"(,"pid":{},"tid":{})", track.process,
                   track.number);
    append_times(span);
    append_text("begins", span.begins);
    append_text("ends", span.ends);
    append_text("lock", span.lock);
    if (span.bytes)
        fmt::format_to(std::back_inserter(buffer_), R"(,"bytes":{})", span.bytes->count());
    append("}}");
    if (buffer_.size() >= kPiece) flush();
}

/// Appends the times of a span and the beginning of its arguments; leaves the JSON object of the
/// arguments open.
void ChromeTrace::append_times(const Span& span) {
    const std::int64_t begin = nanoseconds(span.begin);
    const std::int64_t length = nanoseconds(span.end) - begin;
    fmt::format_to(std::back_inserter(buffer_),
                   R"(,"ts":{}.{:03},"dur":{}.{:03},"args":{{"cycle":{},"cycles":{})", begin / 1000,
                   begin % 1000, length / 1000, length % 1000, span.begin.count(),
                   (span.end - span.begin).count());
}

std::int64_t ChromeTrace::nanoseconds(arch::Cycles cycle) const {
    return std::llround(device_.time_of(cycle).count());
}

void ChromeTrace::name_once(const Track& track) {
    if (!insert(named_tracks_, track.number)) return;
    if (insert(named_processes_, track.process))
        write_name(track, "process_name", track.process_name);
    write_name(track, "thread_name", track.name);
}

void ChromeTrace::write_name(const Track& track, std::string_view what, std::string_view name) {
    begin_entry();
    fmt::format_to(std::back_inserter(buffer_), R"({{"ph":"M","name":"{}","pid":{},"tid":{})", what,
                   track.process, track.number);
    append(R"(,"args":{"name":)");
    append_quoted(name);
    append("}}");
}

void ChromeTrace::begin_entry() {
    append(first_ ? "\n" : ",\n");
    first_ = false;
}

void ChromeTrace::append(std::string_view text) {
    buffer_ += text;
}

void ChromeTrace::append_quoted(std::string_view text) {
    buffer_.push_back('"');
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < ' ') {
            fmt::format_to(std::back_inserter(buffer_), "\\u{:04x}", static_cast<int>(c));
            continue;
        }
        if (c == '"' || c == '\\') buffer_.push_back('\\');
        buffer_.push_back(c);
    }
    buffer_.push_back('"');
}

void ChromeTrace::append_text(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    fmt::format_to(std::back_inserter(buffer_), ",\"{}\":", key);
    append_quoted(value);
}

void ChromeTrace::finish(arch::Cycles end) {
    append("\n],\"otherData\":{\"device\":");
    append_quoted(device_.name);
    fmt::format_to(std::back_inserter(buffer_), R"(,"clock_ghz":{},"cycles":{})", device_.clock_ghz,
                   end.count());
    if (cut_)
        fmt::format_to(std::back_inserter(buffer_), R"(,"complete_to_cycle":{},"left_out":{})",
                       cut_->complete_to.count(), cut_->spans);
    append("}}\n");
    flush();
}

void ChromeTrace::flush() {
    write_(buffer_);
    written_ += static_cast<std::int64_t>(buffer_.size());
    buffer_.clear();
}

}  // namespace xdnasim::timeline
