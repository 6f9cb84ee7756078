#include "cli/sweep/refusals.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

constexpr std::size_t kMaxReasons = 1000;  ///< number of reasons that are kept apart
constexpr std::size_t kMaxShown = 3;

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// `text` with # in place of each number.
std::string without_numbers(std::string_view text) {
    std::string common;
    for (const char letter : text) {
        const bool goes_on = letter == '.' || letter == ',';
        if (!common.empty() && common.back() == '#' && (is_digit(letter) || goes_on)) continue;
        common += is_digit(letter) ? '#' : letter;
    }
    return common;
}

/// The text that refusals for the same reason have in common: everything except numbers and the
/// place in front.
///
/// Example: "study.yaml:3:20: tile.m 4096 is not a multiple of 8" -> "tile.m # is not a multiple of
/// #".
std::string common_part(const std::string& refusal) {
    constexpr std::string_view kPlace = ":#:#: ";
    const std::string common = without_numbers(refusal);
    const std::size_t place = common.find(kPlace);
    return place == std::string::npos ? common : common.substr(place + kPlace.size());
}

std::string in_words(const Refusals::Reason& reason) {
    if (reason.points == 1) return fmt::format("point {}: {}", reason.point, reason.text);
    return fmt::format("{} as point {}: {}",
                       base::counted(static_cast<std::int64_t>(reason.points), "point"),
                       reason.point, reason.text);
}

}  // namespace

void Refusals::add(std::int64_t point, const std::string& refusal) {
    ++points_;
    std::string common = common_part(refusal);
    if (reasons_.size() >= kMaxReasons && !numbers_.contains(common)) common = "others";
    const auto [known, is_new] = numbers_.try_emplace(std::move(common), reasons_.size());
    if (is_new) reasons_.push_back({point, refusal, 0});
    ++reasons_[known->second].points;
}

std::string Refusals::message() const {
    if (points_ == 1) return reasons_.front().text;
    if (reasons_.size() == 1)
        return fmt::format("none of {} points can run, all for the same reason. Point {}: {}",
                           points_, reasons_.front().point, reasons_.front().text);
    std::string text =
        fmt::format("none of {} points can run, for {} reasons", points_, reasons_.size());
    for (std::size_t i = 0; i < std::min(reasons_.size(), kMaxShown); ++i)
        text += (i == 0 ? ". " : "; ") + in_words(reasons_[i]);
    return text;
}

std::string Refusals::lines() const {
    std::string text;
    const std::size_t shown = std::min(reasons_.size(), kMaxShown);
    std::size_t left = points_;
    for (std::size_t i = 0; i < shown; ++i) {
        text += labelled(i == 0 ? "refused" : "", in_words(reasons_[i]));
        left -= reasons_[i].points;
    }
    if (left > 0)
        text += labelled("", fmt::format("and {} for other reasons",
                                         base::counted(static_cast<std::int64_t>(left), "point")));
    return text;
}

}  // namespace xdnasim::cli
