#include "workloads/design/kernels/time_keys.hpp"

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "base/place.hpp"

namespace xdnasim::design {
namespace {

struct ByArgument {
    const base::Node& number;
    std::size_t argument;
    const base::Node& table;
    std::map<std::int64_t, arch::Cycles> cycles;
};

ByArgument read_by_argument(const base::Node& node) {
    base::MapReader reader{node, kByArgument};
    const base::Node& number = reader.require("argument");
    ByArgument read{
        number, static_cast<std::size_t>(number.as_int(0, kMaxId)), reader.require("cycles"), {}};
    reader.finish();
    for (const base::Entry& entry : read.table.as_map()) {
        std::int64_t value = 0;
        const char* const end = entry.key.data() + entry.key.size();
        const auto [stop, error] = std::from_chars(entry.key.data(), end, value);
        // Only one spelling of each number is allowed, so that no value has two lines.
        if (error != std::errc{} || stop != end || std::to_string(value) != entry.key)
            base::fail_at(entry.place, fmt::format("{} is not a value of an argument; allowed: "
                                                   "whole numbers, as in 256",
                                                   base::in_quotes(entry.key)));
        read.cycles[value] = arch::Cycles{entry.value.as_int(1, kMaxCycles.count())};
    }
    return read;
}

}  // namespace

TimeKeys::TimeKeys(base::MapReader& reader)
    : cycles{reader.optional("cycles")},
      by_argument{reader.optional(kByArgument)},
      program{reader.optional("program")} {
    const auto refuse_beside = [](const base::Node* first, const char* name,
                                  const base::Node* second) {
        if (first != nullptr && second != nullptr)
            second->fail(fmt::format(
                "cannot be combined with `{}`. Give one of cycles, by_argument and program", name));
    };
    refuse_beside(cycles, "cycles", by_argument);
    refuse_beside(cycles, "cycles", program);
    refuse_beside(by_argument, kByArgument, program);
}

arch::Cycles cycles_by_argument(const base::Node& node, const CallSite& call) {
    const ByArgument read = read_by_argument(node);
    if (read.argument >= call.scalars.size())
        read.number.fail(fmt::format(
            "'{}' has no argument {}; allowed: {}", call.function, read.argument,
            call.scalars.empty() ? "none" : fmt::format("0 to {}", call.scalars.size() - 1)));
    const std::optional<std::int64_t>& value = call.scalars[read.argument];
    if (!value)
        read.number.fail(fmt::format("argument {} of '{}' is not known before the run",
                                     read.argument, call.function));
    if (const auto found = read.cycles.find(*value); found != read.cycles.end())
        return found->second;
    read.table.fail(fmt::format("'{}' is called with {} as argument {}, which has no entry here",
                                call.function, *value, read.argument));
}

void require_by_argument(const base::Node& node) {
    static_cast<void>(read_by_argument(node));
}

}  // namespace xdnasim::design
