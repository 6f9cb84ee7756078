// What `kernels.yaml` or the text of a design says of a kernel.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/map_reader.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::design {

using arch::Bytes;
using arch::Cycles;
using base::MapReader;
using base::Node;

namespace {

/// Words that a function of somebody else moves over the cascade.
kernels::CascadeWords cascade_of(MapReader& reader) {
    const auto words = [&](std::string_view key) {
        const Node* count = reader.optional(key);
        return count == nullptr ? 0 : count->as_int(0, kMaxCount);
    };
    return {words("gets"), words("puts")};
}

/// {argument: 3, cycles: {1024: 700}}: by the value of a scalar argument.
Cycles cycles_by_argument(const Node& node, const CallSite& call) {
    MapReader reader{node, kByArgument};
    const Node& number = reader.require("argument");
    const auto argument = static_cast<std::size_t>(number.as_int(0, kMaxId));
    const Node& table = reader.require("cycles");
    reader.finish();
    if (argument >= call.scalars.size() || !call.scalars[argument])
        number.fail(fmt::format("argument {} of '{}' is not a number that is known before the run",
                                argument, call.function));
    const std::string value = std::to_string(*call.scalars[argument]);
    for (const base::Entry& entry : table.as_map())
        if (entry.key == value) return Cycles{entry.value.as_int(1, kMaxCycles)};
    table.fail(fmt::format("'{}' is called with {} as argument {}, of which nothing is said here",
                           call.function, value, argument));
}

}  // namespace

kernels::Kernel KernelTable::described(const CallSite& call, const Node& node) const {
    kernels::Kernel kernel{std::string{call.function}, kernels::External{call.sizes}, {}};
    if (node.is_scalar()) {
        kernel.cycles = Cycles{node.as_int(1, kMaxCycles)};
        return kernel;
    }
    MapReader reader{node, fmt::format("kernels.{}", call.function)};
    set_work(kernel, reader, call, draft_.device);
    if (const Node* cycles = reader.optional("cycles"))
        kernel.cycles = Cycles{cycles->as_int(1, kMaxCycles)};
    if (const Node* by_argument = reader.optional(kByArgument))
        kernel.cycles = cycles_by_argument(*by_argument, call);
    if (const Node* program = reader.optional("program")) {
        const std::filesystem::path file = source_.folder / program->as_string();
        const arch::SlotModel& slots = draft_.device.core.slots;
        kernel.cycles =
            vliw::schedule_call(kernels::load_kernel_program(file, slots), slots).kernel_cycles();
    }
    if (const Node* inlined = reader.optional("inlined")) kernel.inlined = inlined->as_bool();
    const Node* const sliced = reader.optional("sliced");  // read with each call
    const Node* const library = reader.optional("library");
    const Node* const time_limit = reader.optional("time_limit");
    if (time_limit != nullptr)
        static_cast<void>(time_limit->as_double(kMinTimeLimit, kMaxTimeLimit));
    auto* const somebody = std::get_if<kernels::External>(&kernel.work);
    const bool external = somebody != nullptr;
    if (external) somebody->cascade = cascade_of(reader);
    reader.finish();
    if (time_limit != nullptr && library == nullptr)
        time_limit->fail(
            "is the longest time that a call of a `library` may take, of which "
            "nothing is said");
    if (library != nullptr) {
        if (!external) library->fail("stands beside `work`; allowed: one of the two");
        if (sliced != nullptr)
            sliced->fail(
                "stands beside `library`, whose function takes these numbers as it is "
                "called; allowed: one of the two");
        if (cascade_words(kernel) != kernels::CascadeWords{})
            library->fail(
                "is of a kernel on the cascade, which a library's function does not "
                "reach; allowed: cycles, gets and puts alone");
        somebody->in_library = true;
        if (!kernel.cycles) kernel.cycles = source_.default_cycles;
    }
    if (external && !kernel.cycles)
        node.fail(fmt::format("'{}' has no cycles; allowed: cycles, by_argument, program or work",
                              call.function));
    if (!external && argument_sizes(kernel) != call.sizes) {
        std::vector<std::int64_t> expected;
        for (const Bytes size : argument_sizes(kernel))
            expected.push_back(size.count());
        std::vector<std::int64_t> passed;
        for (const Bytes size : call.sizes)
            passed.push_back(size.count());
        node.fail(fmt::format("'{}' is called with buffers of {} bytes{}; this work takes {}",
                              call.function, fmt::join(passed, ", "),
                              draft_.schedule.place(call.at), fmt::join(expected, ", ")));
    }
    return kernel;
}

}  // namespace xdnasim::design
