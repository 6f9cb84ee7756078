// How the registers of a BD hold its walk.

#include <algorithm>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/bd_pattern.hpp"

namespace xdnasim::design {
namespace {

using arch::kWord;

constexpr int kWordBits = 32;

/// Do the steps walk through `length` elements one behind the other?
bool contiguous(const std::vector<Step>& steps, std::int64_t length) {
    std::int64_t next = 1;
    for (const Step& step : steps) {
        if (step.size == 1) continue;
        if (step.stride != next) return false;
        next = base::saturating_multiply(next, step.size);
    }
    return next == length || steps.empty();
}

/// Without the outer ones that do nothing: the length ends before they step.
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

/// Can the registers hold the steps as they are?
bool fits(const Walk& walk, const Memref& type, const arch::BdLimits& limits) {
    if (walk.steps.size() > static_cast<std::size_t>(limits.dimensions)) return false;
    for (std::size_t i = 0; i + 1 < walk.steps.size(); ++i) {
        const Step& step = walk.steps[i];
        const std::int64_t size =
            i == 0 ? base::saturating_multiply(step.size, type.bits) / kWordBits : step.size;
        if (size > limits.max_wrap()) return false;
    }
    return true;
}

/// The innermost step in words.
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

void set_walk(schedule::Bd& bd, const Walk& given, const Memref& type, const arch::BdLimits& limits,
              const ir::Text& text, base::Position at) {
    Walk walk = given;
    bd.offset = type.bytes_of(walk.offset);
    bd.length = type.bytes_of(walk.length);
    const bool padded = pads(walk);
    if (!padded) walk.padding.clear();
    if (!padded && !fits(walk, type, limits)) {
        if (contiguous(walk.steps, walk.length)) return;
        drop_outer(walk);
    }
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
    bd.padding = std::move(walk.padding);
    // Zeros of the innermost dimension are counted in its steps, which are words here.
    if (padded && type.bits != kWordBits)
        for (int* zeros : {&bd.padding.front().before, &bd.padding.front().after}) {
            if (*zeros * type.bits % kWordBits != 0)
                text.fail(at, "the innermost zero padding is not in whole words of 4 bytes");
            *zeros = *zeros * type.bits / kWordBits;
        }
    // The length of a padded BD counts the zeros, too; designs give either.
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
