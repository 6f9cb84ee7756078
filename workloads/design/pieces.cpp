#include "workloads/design/pieces.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"

namespace xdnasim::design {
namespace {

constexpr int kBitsOfWord = 32;

/// The steps of a transfer, innermost first; the last one is the step of its rounds.
struct Steps {
    std::int64_t offset = 0;
    std::array<Step, kInnerSteps + 1> all;
};

Steps steps_of(const Transfer& transfer) {
    Steps steps{.offset = transfer.walk.offset, .all = {}};
    std::ranges::copy(transfer.walk.steps, steps.all.begin());
    steps.all.back() = transfer.rounds;
    return steps;
}

Transfer transfer_of(const Steps& steps) {
    Transfer transfer;
    transfer.walk.offset = steps.offset;
    transfer.walk.length = 1;
    transfer.walk.splits = true;
    for (const Step& step : std::span{steps.all}.first(kInnerSteps)) {
        transfer.walk.steps.push_back(step);
        transfer.walk.length = base::saturating_multiply(transfer.walk.length, step.size);
    }
    transfer.rounds = steps.all.back();
    return transfer;
}

bool whole_words(std::int64_t elements, const Memref& type) {
    return base::saturating_multiply(elements, type.bits) % kBitsOfWord == 0;
}

/// Largest size of a step that is split; no memory has more elements.
constexpr std::int64_t kMaxSize = std::int64_t{1} << 32;

/// Divisors of `size` other than 1 and itself, the largest first.
std::vector<std::int64_t> parts_of(std::int64_t size) {
    if (size > kMaxSize) return {};
    std::vector<std::int64_t> large;
    std::vector<std::int64_t> small;
    for (std::int64_t part = 2; part * part <= size; ++part) {
        if (size % part != 0) continue;
        large.push_back(size / part);
        if (part != size / part) small.push_back(part);
    }
    large.insert(large.end(), small.rbegin(), small.rend());
    return large;
}

class Splitter {
 public:
    Splitter(const Memref& type, const arch::BdLimits& limits, std::size_t most)
        : type_{type}, limits_{limits}, most_{most} {}

    /// Adds the pieces of a transfer. Returns false if there are more than `most`.
    bool split(const Steps& steps) {
        if (const auto whole = in_one_bd(steps)) {
            pieces_.push_back(transfer_of(*whole));
            return pieces_.size() <= most_;
        }
        std::size_t outer = kInnerSteps + 1;
        while (outer > 0 && steps.all[outer - 1].size == 1)
            --outer;
        return outer > 0 && cut(steps, outer - 1);
    }

    [[nodiscard]] std::vector<Transfer> take() { return std::move(pieces_); }

 private:
    /// The steps of a single BD that moves the same elements: as they are, or with steps split into
    /// two while the rounds' step is free; nullopt if there is none.
    [[nodiscard]] std::optional<Steps> in_one_bd(const Steps& steps) const {
        if (holds(transfer_of(steps), type_, limits_)) return steps;
        if (steps.all.back().size != 1 || leaps(steps)) return std::nullopt;
        for (std::size_t i = 0; i < kInnerSteps; ++i)
            for (const std::int64_t part : parts_of(steps.all[i].size)) {
                if (i == 0 && !whole_words(part, type_)) continue;
                Steps two = steps;
                std::copy_backward(two.all.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                   two.all.end() - 1, two.all.end());
                two.all[i + 1] = {steps.all[i].size / part,
                                  base::saturating_multiply(steps.all[i].stride, part)};
                two.all[i].size = part;
                if (const auto found = in_one_bd(two)) return found;
            }
        return std::nullopt;
    }

    /// Cuts step `i`, the outermost that moves, into runs that a BD holds, or into single steps.
    bool cut(const Steps& steps, std::size_t i) {
        const Step& step = steps.all[i];
        std::int64_t run = longest(i);
        if (run >= step.size || type_.bytes_of(step.stride) > longest_step(i)) run = 1;
        for (std::int64_t first = 0; first < step.size; first += run) {
            Steps piece = steps;
            piece.all[i].size = std::min(run, step.size - first);
            piece.offset =
                base::saturating_add(piece.offset, base::saturating_multiply(first, step.stride));
            if (!split(piece)) return false;
        }
        return true;
    }

    /// Returns whether a stride is too large for its register, whichever dimension the step
    /// becomes.
    [[nodiscard]] bool leaps(const Steps& steps) const {
        return std::ranges::any_of(steps.all, [&](const Step& step) {
            return step.size > 1 && type_.bytes_of(step.stride) > longest_step(0);
        });
    }
    [[nodiscard]] std::int64_t longest(std::size_t i) const {
        if (i == kInnerSteps) return limits_.max_iterations();
        return i == 0 ? limits_.max_wrap() * kBitsOfWord / type_.bits : limits_.max_wrap();
    }
    [[nodiscard]] arch::Bytes longest_step(std::size_t i) const {
        return i == kInnerSteps ? limits_.max_iteration_step() : limits_.max_step();
    }

    const Memref& type_;
    const arch::BdLimits& limits_;
    std::size_t most_;
    std::vector<Transfer> pieces_;
};

bool is_of_whole_words(const Steps& steps, const Memref& type) {
    for (std::size_t i = 0; i < steps.all.size(); ++i) {
        if (steps.all[i].size < 1 || type.bits > kBitsOfWord) return false;
        if (i == 0 ? !whole_words(steps.all[i].size, type)
                   : steps.all[i].size > 1 && !whole_words(steps.all[i].stride, type))
            return false;
    }
    return type.bits == kBitsOfWord || steps.all.front().stride == 1;
}

/// Rounds without those of size 1. Rounds that continue where the inner ones end are merged with
/// them.
std::vector<Step> joined(const std::vector<Step>& rounds) {
    std::vector<Step> all;
    for (const Step& step : rounds) {
        if (step.size == 1) continue;
        if (!all.empty() &&
            step.stride == base::saturating_multiply(all.back().size, all.back().stride))
            all.back().size = base::saturating_multiply(all.back().size, step.size);
        else
            all.push_back(step);
    }
    return all;
}

}  // namespace

std::vector<Transfer> pieces_of(const Transfer& transfer, const Memref& type,
                                const arch::BdLimits& limits, std::size_t most,
                                const ir::Text& text, base::Position at) {
    return pieces_of(transfer.walk, {transfer.rounds}, type, limits, most, text, at);
}

std::vector<Transfer> pieces_of(const Walk& walk, const std::vector<Step>& rounds,
                                const Memref& type, const arch::BdLimits& limits, std::size_t most,
                                const ir::Text& text, base::Position at) {
    std::vector<Step> outer = joined(rounds);
    if (outer.empty()) outer.emplace_back();
    const Transfer inner{walk, outer.front()};
    outer.erase(outer.begin());
    const bool whole = is_of_whole_words(steps_of(inner), type);
    if (!whole || (outer.empty() && holds(inner, type, limits))) return {inner};
    Splitter splitter{type, limits, most};
    std::int64_t times = 1;
    for (const Step& step : outer)
        times = base::saturating_multiply(times, step.size);
    bool few = std::cmp_less_equal(times, most);
    for (std::int64_t time = 0; few && time < times; ++time) {
        Steps steps = steps_of(inner);
        std::int64_t rest = time;
        for (const Step& step : outer) {
            steps.offset = base::saturating_add(
                steps.offset, base::saturating_multiply(rest % step.size, step.stride));
            rest /= step.size;
        }
        few = splitter.split(steps);
    }
    if (!few)
        text.fail(
            at,
            fmt::format("a transfer that does not fit into {} BDs, as many as a shim has; allowed: "
                        "several transfers, and a wait for one before the next",
                        most));
    return splitter.take();
}

void set_transfer(schedule::Bd& bd, const Transfer& transfer, const Memref& type,
                  const arch::BdLimits& limits, const ir::Text& text, base::Position at) {
    set_walk(bd, transfer.walk, type, limits, text, at);
    if (transfer.rounds.size > 1 && transfer.rounds.stride > 0)
        bd.iteration = {static_cast<int>(std::min<std::int64_t>(transfer.rounds.size, kMaxCount)),
                        type.bytes_of(transfer.rounds.stride)};
}

}  // namespace xdnasim::design
