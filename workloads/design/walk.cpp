// A BD's walk as its registers hold it.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/bd_pattern.hpp"
#include "workloads/design/pieces.hpp"
#include "workloads/design/widths.hpp"

namespace xdnasim::design {
namespace {

using arch::kWord;

/// Returns whether the steps walk through `length` contiguous elements.
bool contiguous(const std::vector<Step>& steps, std::int64_t length) {
    std::int64_t next = 1;
    for (const Step& step : steps) {
        if (step.size == 1) continue;
        if (step.stride != next) return false;
        next = base::saturating_multiply(next, step.size);
    }
    return next == length || steps.empty();
}

/// Drops outermost steps of size 1 if one pass through the steps has the BD's length.
void drop_outer(Walk& walk) {
    std::int64_t product = 1;
    for (const Step& step : walk.steps)
        product = base::saturating_multiply(product, step.size);
    while (!walk.steps.empty() && walk.steps.back().size == 1 && product == walk.length) {
        walk.steps.pop_back();
        if (!walk.padding.empty()) walk.padding.pop_back();
    }
}

bool pads(const Walk& walk) {
    return std::ranges::any_of(walk.padding, [](const schedule::Padding& padding) {
        return padding.before != 0 || padding.after != 0;
    });
}

/// The wrap value of step `i`; that of the innermost step is in words.
std::int64_t wrap_of(const Walk& walk, std::size_t i, const Memref& type) {
    const std::int64_t size = walk.steps[i].size;
    return i == 0 ? base::saturating_multiply(size, type.bits) / kWordBits : size;
}

/// Returns whether the registers can hold the steps as they are.
bool fits(const Walk& walk, const Memref& type, const arch::BdLimits& limits) {
    if (walk.steps.size() > static_cast<std::size_t>(limits.dimensions)) return false;
    for (std::size_t i = 0; i + 1 < walk.steps.size(); ++i)
        if (wrap_of(walk, i, type) > limits.max_wrap()) return false;
    return true;
}

/// The largest divisor of a step's size that fits its register; nullopt if there is none larger
/// than 1.
std::optional<std::int64_t> part_of(const Step& step, bool in_words, const Memref& type,
                                    const arch::BdLimits& limits) {
    for (std::int64_t count = limits.max_wrap(); count > 1; --count) {
        const std::int64_t part = in_words ? count * kWordBits / type.bits : count;
        const bool whole = !in_words || count * kWordBits % type.bits == 0;
        if (whole && part > 1 && step.size % part == 0) return part;
    }
    return std::nullopt;
}

/// Splits steps that are too long in two, as long as dimensions are free.
void split_long(Walk& walk, const Memref& type, const arch::BdLimits& limits) {
    std::vector<Step>& steps = walk.steps;
    // Steps of size 1 do nothing.
    for (std::size_t i = steps.size(); i-- > 1;)
        if (i + 1 < steps.size() && steps[i].size == 1)
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        if (wrap_of(walk, i, type) <= limits.max_wrap()) continue;
        if (steps.size() >= static_cast<std::size_t>(limits.dimensions)) return;
        const auto part = part_of(steps[i], i == 0, type, limits);
        if (!part) return;
        const Step outer{steps[i].size / *part, base::saturating_multiply(steps[i].stride, *part)};
        steps[i].size = *part;
        steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i) + 1, outer);
    }
}

/// The walk in the form for the registers.
Walk shaped(Walk walk, const Memref& type, const arch::BdLimits& limits) {
    const bool padded = pads(walk);
    if (!padded) walk.padding.clear();
    // mlir-aie expects a pair for each dimension, although the outermost of four has no padding
    // register.
    while (walk.padding.size() > limits.padding_bits.size() && walk.padding.back().before == 0 &&
           walk.padding.back().after == 0)
        walk.padding.pop_back();
    // For a single element smaller than a word, the register holds 0, which means no wrap: the
    // innermost dimension covers the whole length.
    const bool of_one =
        std::ranges::all_of(walk.steps, [](const Step& step) { return step.size == 1; });
    if (!padded && !walk.steps.empty() && of_one && wrap_of(walk, 0, type) == 0) walk.steps.clear();
    if (padded || fits(walk, type, limits)) return walk;
    if (contiguous(walk.steps, walk.length)) {
        walk.steps.clear();
        return walk;
    }
    drop_outer(walk);
    if (walk.splits && !fits(walk, type, limits)) split_long(walk, type, limits);
    return walk;
}

/// Returns whether a stride register for values up to `longest` can hold the step.
bool steps_within(const Step& step, arch::Bytes longest, const Memref& type) {
    return step.size == 1 || (step.stride > 0 && type.bytes_of(step.stride) <= longest);
}

/// The innermost step, in words.
schedule::Dimension innermost(const Step& step, const Memref& type, const ir::Text& text,
                              base::Position at) {
    if (type.bits == kWordBits) return {step.size, kWord * step.stride};
    if (step.stride != 1 && step.size != 1)
        text.fail(at, fmt::format("the innermost stride is {} elements of {}; allowed: 1 for types "
                                  "that are not of 32 bits",
                                  step.stride, type.type));
    const std::int64_t bits = base::saturating_multiply(step.size, type.bits);
    if (bits % kWordBits != 0)
        text.fail(at, fmt::format("the innermost dimension has {} elements of {}; allowed: whole "
                                  "words of 4 bytes",
                                  step.size, type.type));
    return {bits / kWordBits, kWord};
}

}  // namespace

bool holds(const Transfer& transfer, const Memref& type, const arch::BdLimits& limits) {
    const Walk walk = shaped(transfer.walk, type, limits);
    const Step& rounds = transfer.rounds;
    const bool walks = std::ranges::all_of(
        walk.steps, [&](const Step& step) { return steps_within(step, limits.max_step(), type); });
    return fits(walk, type, limits) && walks &&
           (rounds.stride == 0 || (rounds.size <= limits.max_iterations() &&
                                   steps_within(rounds, limits.max_iteration_step(), type)));
}

void set_walk(schedule::Bd& bd, const Walk& given, const Memref& type, const arch::BdLimits& limits,
              const ir::Text& text, base::Position at) {
    const Walk walk = shaped(given, type, limits);
    bd.offset = type.bytes_of(walk.offset);
    bd.length = type.bytes_of(walk.length);
    const bool padded = !walk.padding.empty();
    for (const Step& step : walk.steps)
        if (step.size < 1 || step.size > kMaxElements || step.stride < 0 ||
            step.stride > kMaxElements)
            text.fail(at, fmt::format("a dimension of size {} and stride {}; allowed: sizes of at "
                                      "least 1 and strides of at least 0",
                                      step.size, step.stride));
    for (std::size_t i = 0; i < walk.steps.size(); ++i) {
        const Step& step = walk.steps[i];
        bd.dimensions.push_back(i == 0
                                    ? innermost(step, type, text, at)
                                    : schedule::Dimension{step.size, type.bytes_of(step.stride)});
    }
    bd.padding = walk.padding;
    // Padding of the innermost dimension is counted in its steps, which are words here.
    if (padded && type.bits != kWordBits)
        for (int* zeros : {&bd.padding.front().before, &bd.padding.front().after}) {
            if (*zeros * type.bits % kWordBits != 0)
                text.fail(at, "the innermost zero padding is not in whole words of 4 bytes");
            *zeros = *zeros * type.bits / kWordBits;
        }
    // The length of a padded BD includes the zeros. Designs give the length with or without them.
    std::int64_t without = 1;
    for (const schedule::Dimension& dimension : bd.dimensions)
        without = base::saturating_multiply(without, dimension.size);
    if (padded && bd.length == kWord * without) {
        std::int64_t words = 1;
        for (std::size_t i = 0; i < bd.dimensions.size(); ++i) {
            const bool zeros = i < bd.padding.size();
            words = base::saturating_multiply(
                words,
                bd.dimensions[i].size + (zeros ? bd.padding[i].before + bd.padding[i].after : 0));
        }
        bd.length = kWord * words;
    }
}

}  // namespace xdnasim::design
