#include "workloads/design/findings.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "workloads/design/ir/marks.hpp"

namespace xdnasim::design {
namespace {

constexpr std::size_t kMaxShown = 40;

void append(std::string& text, const char* heading, const std::vector<Finding>& findings) {
    if (findings.empty()) return;
    text += fmt::format("\n{}:", heading);
    for (std::size_t i = 0; i < std::min(findings.size(), kMaxShown); ++i)
        text += "\n  " + to_string(findings[i]);
    if (findings.size() > kMaxShown)
        text += fmt::format("\n  and {} more", findings.size() - kMaxShown);
}

}  // namespace

std::string to_string(const Finding& finding) {
    const bool in_stream = finding.first.word >= 0;
    if (!in_stream && finding.first.line == 0)
        return finding.count == 1 ? finding.what
                                  : fmt::format("{} ({} times)", finding.what, finding.count);
    const std::string at = in_stream
                               ? fmt::format("word {} of the instructions", finding.first.word)
                               : fmt::format("{}:{}", finding.first.line, finding.first.column);
    if (finding.count == 1) return fmt::format("{} ({})", finding.what, at);
    return fmt::format("{} ({} times, first at {})", finding.what, finding.count, at);
}

void Findings::add(Weight weight, base::Position at, const std::string& message, bool left_out) {
    const std::string what = ir::as_written(message);
    const auto [known, fresh] = by_text_.try_emplace(what, all_.size());
    if (fresh) all_.push_back({weight, what, at, 0, left_out});
    const bool has_place = at.line > 0 || at.word >= 0;
    // An operation in an unrolled loop is read more than once, but counts once.
    if (has_place && !counted_.emplace(known->second, at).second) return;
    ++all_[known->second].count;
}

std::vector<Finding> Findings::of(Weight weight) const {
    std::vector<Finding> chosen;
    std::ranges::copy_if(all_, std::back_inserter(chosen),
                         [&](const Finding& finding) { return finding.weight == weight; });
    return chosen;
}

void Findings::require_supported(const ir::Text& text) const {
    const std::vector<Finding> unsupported = of(Weight::Unsupported);
    if (unsupported.empty()) return;
    std::string message =
        fmt::format("{}: the design cannot be simulated (places are line:column)", text.file());
    append(message, "unsupported", unsupported);
    append(message, "would be left out, which changes the result", of(Weight::Loss));
    append(message, "unknown", of(Weight::Unknown));
    append(message, "would be left out, without effect", of(Weight::Safe));
    throw base::InputError{message};
}

}  // namespace xdnasim::design
