#include "sim/deadlock.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/schedule/operations.hpp"

namespace xdnasim::sim {

Waiting describe_wait(std::string who, const schedule::Acquire& request, const LockBank& bank) {
    const char* relation = request.condition == schedule::LockCondition::Equal ? "==" : ">=";
    return {std::move(who),
            fmt::format("waits for lock {} '{}' of {} to be {} {}; it is {}", request.lock.id,
                        bank.lock_name(request.lock.id), to_string(request.lock.tile), relation,
                        request.value, bank.value(request.lock.id)),
            request.lock,
            {}};
}

Waiting describe_wait_for_word(std::string who, const Cascade& cascade) {
    return {.who = std::move(who),
            .what = fmt::format("waits for a word on the cascade from core {}, which has put {}",
                                to_string(cascade.link().from), cascade.words_put()),
            .lock = {},
            .awaits_core = cascade.link().from};
}

Waiting describe_wait_for_room(std::string who, const Cascade& cascade) {
    return {
        .who = std::move(who),
        .what = fmt::format("waits for room on the full cascade to core {}, which has taken {} "
                            "of {} words",
                            to_string(cascade.link().to), cascade.words_got(), cascade.words_put()),
        .lock = {},
        .awaits_core = cascade.link().to};
}

namespace {

// More lines than this do not help to explain a deadlock.
constexpr std::size_t kMaxLines = 24;

/// Source position of the first release of the lock; nullopt if there is none.
std::optional<base::Position> release_in(const schedule::CoreBody& body,
                                         const schedule::LockRef& lock) {
    std::optional<base::Position> found;
    schedule::for_each_operation<schedule::CoreOp>(body, [&](const schedule::CoreOp& step) {
        const auto* release = std::get_if<schedule::Release>(&step.op);
        if (!found && release != nullptr && release->lock == lock) found = step.origin;
    });
    return found;
}

/// Adds what else can change the lock to `names`, with its first place: "the runtime sequence at
/// ...", "a control packet at ...".
void add_setters(const schedule::Schedule& schedule, const schedule::LockRef& lock,
                 std::vector<std::string>& names) {
    const auto sets = [&](const auto& step) {
        const auto* set = std::get_if<schedule::SetLock>(&step.op);
        return set != nullptr && set->lock == lock;
    };
    const auto writes = [&](const schedule::SequenceOp& step) {
        const auto* write = std::get_if<schedule::WriteBd>(&step.op);
        return write != nullptr && write->bd.release && write->bd.release->lock == lock;
    };
    std::optional<base::Position> set_at;
    std::optional<base::Position> written_at;
    schedule::for_each_operation<schedule::SequenceOp>(schedule.sequence,
                                                       [&](const schedule::SequenceOp& step) {
                                                           if (!set_at && sets(step))
                                                               set_at = step.origin;
                                                           if (!written_at && writes(step))
                                                               written_at = step.origin;
                                                       });
    if (set_at) names.push_back("the runtime sequence" + schedule.place(*set_at));
    if (written_at)
        names.push_back("a BD that the runtime sequence writes" + schedule.place(*written_at));
    for (const schedule::ControlPort& port : schedule.control_ports) {
        const auto packet = std::ranges::find_if(port.packets, sets);
        if (packet != port.packets.end())
            names.push_back("a control packet" + schedule.place(packet->origin));
    }
}

using Cores = std::set<arch::TileId>;

/// Names all that could release the lock: "core (0,2), BD 3 of (0,1)".
std::string releasers(const schedule::Schedule& schedule, const schedule::LockRef& lock,
                      const Cores& ended) {
    std::vector<std::string> names;
    for (const schedule::TileProgram& program : schedule.tiles) {
        if (const auto origin = release_in(program.core, lock))
            names.push_back(
                fmt::format("core {}{}{}", to_string(program.tile), schedule.place(*origin),
                            ended.contains(program.tile) ? ", whose program has ended" : ""));
        for (const schedule::Bd& bd : program.bds)
            if (bd.release && bd.release->lock == lock)
                names.push_back(fmt::format("BD {} of {}{}", bd.id, to_string(program.tile),
                                            schedule.place(bd.origin)));
    }
    add_setters(schedule, lock, names);
    return names.empty() ? "nobody" : fmt::format("{}", fmt::join(names, ", "));
}

/// The cores of `ended` that something waits for.
Cores awaited_of(const Cores& ended, const schedule::Schedule& schedule,
                 const std::vector<Waiting>& waiting) {
    Cores awaited;
    for (const Waiting& wait : waiting) {
        if (wait.awaits_core && ended.contains(*wait.awaits_core))
            awaited.insert(*wait.awaits_core);
        if (!wait.lock) continue;
        for (const schedule::TileProgram& program : schedule.tiles)
            if (ended.contains(program.tile) && release_in(program.core, *wait.lock))
                awaited.insert(program.tile);
    }
    return awaited;
}

/// A line that says "core (0,2) has come to the end of its program"; empty if none has.
std::string ends_line(const Cores& ended) {
    if (ended.empty()) return {};
    std::vector<std::string> names;
    for (const arch::TileId core : ended)
        names.push_back(to_string(core));
    const bool one = names.size() == 1;
    return fmt::format("\n  core{} {} {} come to the end of {}", one ? "" : "s",
                       fmt::join(names, ", "), one ? "has" : "have",
                       one ? "its program" : "their programs");
}

}  // namespace

std::string describe_deadlock(const schedule::Schedule& schedule, arch::Cycles cycle,
                              const std::string& sequence, const std::vector<Waiting>& waiting,
                              const std::set<arch::TileId>& ended) {
    std::string text = fmt::format("deadlock at cycle {}: {}", cycle.count(), sequence);
    text += ends_line(awaited_of(ended, schedule, waiting));
    // Waiting for a lock or a cascade explains more than waiting for a stream.
    std::vector<const Waiting*> ordered;
    for (const Waiting& wait : waiting)
        ordered.push_back(&wait);
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const Waiting* wait) { return wait->lock || wait->awaits_core; });
    for (std::size_t i = 0; i < std::min(ordered.size(), kMaxLines); ++i) {
        const Waiting& wait = *ordered[i];
        text += fmt::format("\n  {} {}", wait.who, wait.what);
        if (wait.awaits_core && ended.contains(*wait.awaits_core))
            text += ", and whose program has ended";
        text += schedule.place(wait.origin);
        if (wait.lock)
            text += fmt::format("; released by {}", releasers(schedule, *wait.lock, ended));
    }
    if (ordered.size() > kMaxLines)
        text += fmt::format("\n  and {} more", ordered.size() - kMaxLines);
    return text;
}

}  // namespace xdnasim::sim
