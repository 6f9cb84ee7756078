// Descriptions of kernels in `kernels.yaml` or in the text of a design.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/map_reader.hpp"
#include "base/text_file.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/design/kernels/time_keys.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::design {

using arch::Bytes;
using arch::Cycles;
using base::MapReader;
using base::Node;
using kernels::CascadeWords;

namespace {

/// Cascade words that a call of a program gets and puts.
CascadeWords words_of(const vliw::LoopNest& program, const arch::SlotModel& slots) {
    CascadeWords words;
    const auto count = [&](const vliw::InstructionList& list, std::int64_t runs) {
        for (const vliw::Instruction& instruction : list) {
            switch (slots.find(instruction.operation)->cascade) {
                case arch::CascadeUse::None:
                    break;
                case arch::CascadeUse::Get:
                    words.gets += runs;
                    break;
                case arch::CascadeUse::Put:
                    words.puts += runs;
                    break;
            }
        }
    };
    const std::int64_t steps = program.steps - (program.first.empty() ? 0 : 1);
    count(program.before, program.blocks);
    count(program.first, program.blocks);
    count(program.body, program.blocks * steps);
    count(program.after, program.blocks);
    return words;
}

struct KernelProgram {
    Cycles cycles{};  ///< cycles of a call
    CascadeWords words{};
};

KernelProgram read_program(const Node& name, const std::filesystem::path& folder,
                           const arch::SlotModel& slots) {
    const std::filesystem::path file = folder / name.as_string();
    base::require_file(file, name.place());
    const vliw::LoopNest nest = kernels::load_kernel_program(file, slots);
    const CascadeWords words = words_of(nest, slots);
    for (const std::int64_t count : {words.gets, words.puts})
        if (count > kMaxCount)
            name.fail(fmt::format("a call moves {} words over the cascade; allowed: up to {}",
                                  count, kMaxCount));
    return {kernels::schedule_program(nest, file, slots).kernel_cycles(), words};
}

/// Cascade words that a call of an external function gets and puts.
CascadeWords cascade_of(MapReader& reader, const std::optional<KernelProgram>& program) {
    const auto words = [&](std::string_view key, std::int64_t CascadeWords::*of_call) {
        const Node* const node = reader.optional(key);
        if (node == nullptr) return program ? program->words.*of_call : 0;
        const std::int64_t count = node->as_int(0, kMaxCount);
        if (program && count != program->words.*of_call)
            node->fail(
                fmt::format("a call of `program` {} {} words, not {}. Make them match, or leave "
                            "this key out",
                            key, program->words.*of_call, count));
        return count;
    };
    return {words("gets", &CascadeWords::gets), words("puts", &CascadeWords::puts)};
}

void require_words_of_work(const Node& program, const CascadeWords& words,
                           const kernels::Kernel& kernel) {
    const CascadeWords of_work = kernels::cascade_words(kernel);
    if (words == CascadeWords{} || words == of_work) return;
    program.fail(
        fmt::format("a call reads {} and writes {} cascade words, but `work` reads {} and writes "
                    "{}; make them match or leave them out",
                    words.gets, words.puts, of_work.gets, of_work.puts));
}

/// Keys of a function in a library. Their values are read by library_of() and sliced_buffers().
struct LibraryKeys {
    const Node* sliced;
    const Node* library;
    const Node* time_limit;

    explicit LibraryKeys(MapReader& reader)
        : sliced{reader.optional("sliced")},
          library{reader.optional("library")},
          time_limit{reader.optional("time_limit")} {
        if (time_limit != nullptr)
            static_cast<void>(time_limit->as_double(kMinTimeLimit, kMaxTimeLimit));
    }
};

/// Throws InputError if the keys contradict each other or `kernel`.
void require_no_contradiction(const LibraryKeys& keys, const kernels::Kernel& kernel) {
    if (keys.time_limit != nullptr && keys.library == nullptr)
        keys.time_limit->fail("applies only to kernels with `library`");
    if (keys.library == nullptr) return;
    if (!std::holds_alternative<kernels::External>(kernel.work))
        keys.library->fail("cannot be combined with `work`");
    if (keys.sliced != nullptr)
        keys.sliced->fail(
            "cannot be combined with `library`, whose function receives these numbers in the call");
    if (cascade_words(kernel) != kernels::CascadeWords{})
        keys.library->fail(
            "cannot be used by a kernel on the cascade, which a library function cannot access. "
            "Give only cycles, gets and puts");
}

/// Throws InputError, at `node`, if the call passes buffers of other sizes than the work of
/// `kernel` takes.
void require_sizes(const Node& node, const kernels::Kernel& kernel, const CallSite& call,
                   const schedule::Schedule& schedule) {
    const std::vector<Bytes> expected = argument_sizes(kernel);
    if (expected == call.sizes) return;
    const auto text = [](const std::vector<Bytes>& sizes) {
        std::vector<std::int64_t> counts;
        for (const Bytes size : sizes)
            counts.push_back(size.count());
        return fmt::format("{}", fmt::join(counts, ", "));
    };
    node.fail(fmt::format("'{}' is called with buffers of {} bytes{}; this work takes {}",
                          call.function, text(call.sizes), schedule.place(call.at),
                          text(expected)));
}

/// Throws InputError, at `node`, if the cycles of `kernel` must be found from its instructions, and
/// these are not known, or do not fit the core.
void require_layout(const Node& node, const kernels::Kernel& kernel, const arch::Device& device) {
    if (kernel.cycles) return;
    try {
        static_cast<void>(kernels::program_of(kernel, device));
    } catch (const base::InputError& error) {
        node.fail(fmt::format("{}. Change `work`, or add `cycles`", error.what()));
    }
}

}  // namespace

kernels::Kernel KernelTable::described(const CallSite& call, const Node& node) const {
    kernels::Kernel kernel{std::string{call.function}, kernels::External{call.sizes}, {}};
    if (node.is_scalar()) {
        kernel.cycles = Cycles{node.as_int(1, kMaxCycles.count())};
        return kernel;
    }
    MapReader reader{node, fmt::format("kernels.{}", call.function)};
    set_work(kernel, reader, call, draft_.device);
    const TimeKeys time{reader};
    if (time.cycles != nullptr) kernel.cycles = Cycles{time.cycles->as_int(1, kMaxCycles.count())};
    if (time.by_argument != nullptr) kernel.cycles = cycles_by_argument(*time.by_argument, call);
    std::optional<KernelProgram> program;
    if (time.program != nullptr) {
        program = read_program(*time.program, source_.folder, draft_.device.core.slots);
        kernel.cycles = program->cycles;
        if (!std::holds_alternative<kernels::External>(kernel.work))
            require_words_of_work(*time.program, program->words, kernel);
    }
    if (const Node* inlined = reader.optional("inlined")) kernel.inlined = inlined->as_bool();
    const LibraryKeys keys{reader};
    auto* const somebody = std::get_if<kernels::External>(&kernel.work);
    if (somebody != nullptr) somebody->cascade = cascade_of(reader, program);
    reader.finish();
    require_no_contradiction(keys, kernel);
    if (keys.library != nullptr) {
        somebody->in_library = true;
        kernel.assumed = !kernel.cycles && source_.default_cycles;
        if (!kernel.cycles) kernel.cycles = source_.default_cycles;
    }
    if (somebody == nullptr) {
        require_sizes(node, kernel, call, draft_.schedule);
        require_layout(node, kernel, draft_.device);
    } else if (!kernel.cycles) {
        node.fail(fmt::format("'{}' has no cycles. Give cycles, by_argument, program or work",
                              call.function));
    }
    return kernel;
}

void KernelTable::check_form(const base::Entry& entry) const {
    const Node& node = entry.value;
    if (node.is_null()) return;  // a template that has not been filled in
    if (node.is_scalar()) {
        static_cast<void>(node.as_int(1, kMaxCycles.count()));
        return;
    }
    MapReader reader{node, fmt::format("kernels.{}", entry.key)};
    kernels::Kernel kernel{entry.key, kernels::External{}, {}};
    CallSite nowhere;
    nowhere.function = entry.key;
    set_work(kernel, reader, nowhere, draft_.device);
    const TimeKeys time{reader};
    if (time.cycles != nullptr) static_cast<void>(time.cycles->as_int(1, kMaxCycles.count()));
    if (time.by_argument != nullptr) require_by_argument(*time.by_argument);
    if (time.program != nullptr) static_cast<void>(time.program->as_string());
    if (const Node* inlined = reader.optional("inlined")) static_cast<void>(inlined->as_bool());
    const LibraryKeys keys{reader};
    if (keys.library != nullptr) static_cast<void>(keys.library->as_string());
    if (auto* const somebody = std::get_if<kernels::External>(&kernel.work))
        somebody->cascade = cascade_of(reader, std::nullopt);
    reader.finish();
    require_no_contradiction(keys, kernel);
    static_cast<void>(sliced_buffers(entry.key));
}

}  // namespace xdnasim::design
