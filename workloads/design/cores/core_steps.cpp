#include "workloads/design/cores/core_steps.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"

namespace xdnasim::design {

using arch::Cycles;

namespace {

/// Longest period, in rounds, after which rounds are found to repeat.
constexpr std::size_t kMaxPeriod = 64;

struct Printer {
    std::string& text;

    void operator()(const schedule::Acquire& acquire) const {
        fmt::format_to(std::back_inserter(text), "a{}.{}.{}.{}.{} ", acquire.lock.tile.column,
                       acquire.lock.tile.row, acquire.lock.id, acquire.value,
                       static_cast<int>(acquire.condition));
    }
    void operator()(const schedule::Release& release) const {
        fmt::format_to(std::back_inserter(text), "r{}.{}.{}.{} ", release.lock.tile.column,
                       release.lock.tile.row, release.lock.id, release.value);
    }
    void operator()(const schedule::Call& call) const {
        fmt::format_to(std::back_inserter(text), "c{}", call.kernel.index);
        for (const schedule::BufferSlice& slice : call.arguments)
            print(slice);
        text += ' ';
    }
    void operator()(const schedule::GetCascade& get) const { print('g', get.into); }
    void operator()(const schedule::PutCascade& put) const { print('p', put.from); }
    void operator()(const schedule::TellEvent& told) const {
        fmt::format_to(std::back_inserter(text), "e{} ", told.event);
    }
    void operator()(const Compute& compute) const {
        fmt::format_to(std::back_inserter(text), "k{} ", compute.cycles.count());
    }
    void operator()(const StepLoop& loop) const {
        fmt::format_to(std::back_inserter(text), "l{}[", loop.count.value_or(-1));
        for (const CoreStep& step : loop.body)
            std::visit(*this, step.what);
        text += "] ";
    }

 private:
    void print(const schedule::BufferSlice& slice) const {
        fmt::format_to(std::back_inserter(text), ",{}.{}.{}.{}.{}", slice.buffer.tile.column,
                       slice.buffer.tile.row, slice.buffer.index, slice.offset.count(),
                       slice.length.count());
    }
    void print(char operation, const std::optional<schedule::BufferSlice>& slice) const {
        text += operation;
        if (slice) print(*slice);
        text += ' ';
    }
};

std::string printed(const CoreSteps& steps) {
    std::string text;
    for (const CoreStep& step : steps)
        std::visit(Printer{text}, step.what);
    return text;
}

/// The rounds from `begin` on repeat with a period of `period` rounds.
struct Repetition {
    std::size_t begin = 0;
    std::size_t period = 0;
};

/// The shortest period with which the last rounds repeat, at least twice; nullopt if there is none.
std::optional<Repetition> repetition_of(const std::vector<std::string>& rounds) {
    for (std::size_t period = 1; period <= std::min(kMaxPeriod, rounds.size() / 2); ++period) {
        std::size_t begin = rounds.size() - period;
        while (begin > 0 && rounds[begin - 1] == rounds[begin - 1 + period])
            --begin;
        if (rounds.size() - begin >= 2 * period) return Repetition{begin, period};
    }
    return std::nullopt;
}

/// `cycles`, but at most kMaxCycles.
Cycles limited(std::int64_t cycles) {
    return std::min(Cycles{cycles}, kMaxCycles);
}

Cycles sum_of(Cycles first, Cycles second) {
    return limited(base::saturating_add(first.count(), second.count()));
}

void append_all(CoreSteps& steps, CoreSteps more) {
    for (CoreStep& step : more)
        append(steps, std::move(step));
}

}  // namespace

void append(CoreSteps& steps, CoreStep step) {
    auto* added = std::get_if<Compute>(&step.what);
    auto* last = steps.empty() ? nullptr : std::get_if<Compute>(&steps.back().what);
    if (added != nullptr && added->cycles == Cycles{}) return;
    if (added != nullptr && last != nullptr) {
        last->cycles = sum_of(last->cycles, added->cycles);
        return;
    }
    steps.push_back(std::move(step));
}

void add_branches(std::span<CoreSteps> rounds, Cycles branch, base::Position loop) {
    const auto computes = [](const CoreSteps& round) {
        return round.size() == 1 && std::holds_alternative<Compute>(round.front().what);
    };
    if (std::ranges::none_of(rounds, computes)) return;
    for (CoreSteps& round : rounds)
        if (round.empty() || computes(round)) append(round, {Compute{branch}, loop});
}

void leave_out_exit(std::vector<CoreSteps>& rounds) {
    if (rounds.back().empty()) rounds.pop_back();
}

void append_loop(CoreSteps& steps, std::optional<std::int64_t> count, CoreSteps body,
                 base::Position at) {
    if (body.empty() || (count && *count <= 0)) return;
    const auto* code = std::get_if<Compute>(&body.front().what);
    if (count && code != nullptr && body.size() == 1) {
        const std::int64_t cycles = base::saturating_multiply(*count, code->cycles.count());
        append(steps, {Compute{limited(cycles)}, body.front().at});
        return;
    }
    steps.push_back({StepLoop{count, std::move(body)}, at});
}

std::optional<Cycles> cycles_of_code(const CoreSteps& steps) {
    Cycles cycles{};
    for (const CoreStep& step : steps) {
        if (std::holds_alternative<schedule::TellEvent>(step.what)) continue;
        const auto* code = std::get_if<Compute>(&step.what);
        if (code == nullptr) return std::nullopt;
        cycles = sum_of(cycles, code->cycles);
    }
    return cycles;
}

std::optional<CoreSteps> fold_rounds(std::vector<CoreSteps> rounds, Cycles branch, bool endless,
                                     base::Position at) {
    std::vector<std::string> texts;
    texts.reserve(rounds.size());
    add_branches(rounds, branch, at);
    for (const CoreSteps& round : rounds)
        texts.push_back(printed(round));
    const auto repetition = repetition_of(texts);
    if (!repetition && endless) return std::nullopt;
    const std::size_t begin = repetition ? repetition->begin : rounds.size();
    CoreSteps steps;
    for (std::size_t i = 0; i < begin; ++i)
        append_all(steps, std::move(rounds[i]));
    if (!repetition) return steps;
    const std::size_t left = rounds.size() - begin;
    CoreSteps body;
    for (std::size_t i = 0; i < repetition->period; ++i)
        append_all(body, rounds[begin + i]);
    std::optional<std::int64_t> count;
    if (!endless) count = static_cast<std::int64_t>(left / repetition->period);
    append_loop(steps, count, std::move(body), at);
    if (!endless)
        for (std::size_t i = left / repetition->period * repetition->period; i < left; ++i)
            append_all(steps, std::move(rounds[begin + i]));
    return steps;
}

namespace {

struct Converter {
    KernelTable& kernels;
    schedule::CoreBody& body;
    base::Position at;

    void operator()(const schedule::Acquire& acquire) const { body.push_back({acquire, at}); }
    void operator()(const schedule::Release& release) const { body.push_back({release, at}); }
    void operator()(const schedule::Call& call) const { body.push_back({call, at}); }
    void operator()(const schedule::GetCascade& get) const { body.push_back({get, at}); }
    void operator()(const schedule::PutCascade& put) const { body.push_back({put, at}); }
    void operator()(const schedule::TellEvent& told) const { body.push_back({told, at}); }
    void operator()(const Compute& compute) const {
        const std::string name = fmt::format("code at {}:{}", at.line, at.column);
        body.push_back({schedule::Call{kernels.computed(name, compute.cycles, {}), {}}, at});
    }
    void operator()(const StepLoop& loop) const {
        body.push_back({schedule::Loop{loop.count, body_of(loop.body, kernels)}, at});
    }
};

}  // namespace

schedule::CoreBody body_of(const CoreSteps& steps, KernelTable& kernels) {
    schedule::CoreBody body;
    for (const CoreStep& step : steps)
        std::visit(Converter{kernels, body, step.at}, step.what);
    return body;
}

}  // namespace xdnasim::design
