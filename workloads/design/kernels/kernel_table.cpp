#include "workloads/design/kernels/kernel_table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "base/yaml.hpp"
#include "workloads/design/kernels/work_guess.hpp"
#include "workloads/design/left_empty.hpp"

namespace xdnasim::design {

using arch::Bytes;
using arch::Cycles;

namespace {

/// Key of a kernel. `said`: the function's description; scalars matter only for `by_argument`.
std::string key_of(const CallSite& call, const std::optional<base::Node>& said) {
    std::string key{call.function};
    for (const Bytes size : call.sizes)
        key += fmt::format(" {}", size.count());
    if (!said || said->find(kByArgument) == nullptr) return key;
    for (const auto& scalar : call.scalars)
        key += scalar ? fmt::format(" ={}", *scalar) : std::string{" ?"};
    return key;
}

}  // namespace

void KernelTable::declare(const ir::Region& device) {
    const ir::Text& text = draft_.text;
    for (const ir::Operation& operation : device.operations()) {
        if (!operation.is("func.func")) continue;
        for (std::uint32_t i = operation.rest.begin; i + 1 < operation.rest.end; ++i) {
            if (text[i].kind != ir::Kind::Symbol) continue;
            if (!description_in_text(text[i].text) || !text[i + 1].is("(")) break;
            CallSite site;
            site.function = text[i].text;
            site.at = operation.at;
            const ir::Range types = inside(text, {i + 1, text[i + 1].partner + 1});
            for (const ir::Range& type : split(text, types)) {
                if (bits_of(text[named_by(text, type, draft_.module.aliases).begin].text))
                    continue;  // the start of a slice
                site.sizes.push_back(read_memref(text, type, draft_.module.aliases).size());
                site.scalars.emplace_back();
            }
            static_cast<void>(find(site));
            break;
        }
    }
}

schedule::KernelRef KernelTable::find(const CallSite& call) {
    const std::optional<base::Node> said = description(call.function);
    const std::string key = key_of(call, said);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    called_.try_emplace(std::string{call.function}, call);
    const schedule::KernelRef reference{static_cast<int>(draft_.schedule.kernels.size())};
    known_[key] = reference;
    kernels::Kernel kernel{std::string{call.function}, kernels::External{call.sizes},
                           source_.default_cycles};
    kernel.assumed = kernel.cycles.has_value();
    if (said) {
        kernel = described(call, *said);
    } else if (!kernel.cycles) {
        const std::string name{call.function};
        if (std::ranges::find(missing_, name) == missing_.end()) missing_.push_back(name);
        kernel.cycles = Cycles{1};
    }
    if (const auto declared = draft_.functions.find(call.function);
        declared != draft_.functions.end())
        if (const auto name = location_name(draft_.text, *declared->second)) kernel.name = *name;
    draft_.schedule.kernels.push_back(std::move(kernel));
    return reference;
}

schedule::KernelRef KernelTable::computed(const std::string& name, Cycles cycles,
                                          const std::vector<Bytes>& sizes) {
    const auto [known, fresh] =
        known_.try_emplace(fmt::format("\n{} {}", name, cycles.count()),
                           schedule::KernelRef{static_cast<int>(draft_.schedule.kernels.size())});
    if (fresh) draft_.schedule.kernels.push_back({name, kernels::External{sizes}, cycles, true});
    return known->second;
}

void KernelTable::check_names() {
    if (!source_.kernels) return;
    std::vector<std::string> undescribed;
    for (const auto& [name, call] : called_)
        if (!description(name)) undescribed.push_back(name);
    for (const base::Entry& entry : source_.kernels->entries()) {
        if (called_.contains(entry.key)) continue;
        check_form(entry);
        // Functions of other devices, which may be parts of the same run, are described for these.
        if (draft_.all_functions.contains(entry.key)) continue;
        const auto near = base::nearest(entry.key, undescribed);
        const std::string meant = near ? base::did_you_mean({&*near, 1}) : "";
        if (near && !source_.default_cycles)
            base::fail_at(entry.place, fmt::format("the design calls no kernel {}{}",
                                                   base::in_quotes(entry.key), meant));
        draft_.safe({},
                    fmt::format("{}, a kernel that the design does not call ({}){}",
                                base::in_quotes(entry.key), base::to_string(entry.place), meant));
        unused_.push_back(base::in_quotes(entry.key));
    }
}

void KernelTable::require_known() const {
    if (missing_.empty()) return;
    std::string message = fmt::format("{}: the cycles of {} are not known:", draft_.text.file(),
                                      base::counted(std::ssize(missing_), "kernel"));
    for (const std::string& name : missing_) {
        const CallSite& call = called_.find(name)->second;
        message += fmt::format("\n  {}({}), called{}{}", name, fmt::join(call.types, ", "),
                               draft_.schedule.place(call.at), left_empty(source_.kernels, name));
    }
    if (!unused_.empty())
        message += fmt::format("\nkernels.yaml describes kernels that the design does not call: {}",
                               fmt::join(unused_, ", "));
    message +=
        "\nGive their cycles in a file kernels.yaml beside the design (`simulate "
        "--kernels-template FILE` writes one for you to fill in), or set design.default_cycles to "
        "use one value for all";
    throw base::InputError{message};
}

std::string KernelTable::suggestion(const CallSite& call) const {
    // Each design that is read has a template: a run with all kernels described need not guess.
    const std::optional<std::string> guess =
        description(call.function) ? std::nullopt : guessed_work(call);
    if (!guess) return "cycles of a call;";
    try {
        static_cast<void>(described(call, base::parse_yaml(*guess, "the guess")));
    } catch (const base::InputError&) {
        return "cycles of a call;";
    }
    return *guess + "  #";
}

std::string KernelTable::template_text() const {
    std::string text =
        "# Cost of a call of each kernel. One of:\n"
        "#   NAME: 1000                                  cycles\n"
        "#   NAME: {by_argument: {argument: 3, cycles: {1024: 700, 2048: 1300}}}\n"
        "#   NAME: {program: slots.yaml}                 a program for `xdnasim kernel --program`\n"
        "#   NAME: {work: matmul, a: int16, b: int16, c: int32, m: 64, k: 64, n: 32}\n"
        "#   NAME: {work: zero}                          or copy\n"
        "#   NAME: {work: add_one, type: int32}          or scale, with a factor\n"
        "#   NAME: {cycles: 1000, gets: 32, puts: 32}    of a kernel on the cascade, words of 64 "
        "bytes\n"
        "#   NAME: {cycles: 1000, library: kernels.so}   computed by a library where data moves\n"
        "# {work: ...} behind a # is a guess from the name and the arguments. If it is right, "
        "remove the first #.\n"
        "kernels:\n";
    if (called_.empty()) text.insert(text.size() - 1, " {}");
    for (const auto& [name, call] : called_)
        text += fmt::format("  {}:  # {} ({})\n", base::yaml_key(name), suggestion(call),
                            fmt::join(call.types, ", "));
    return text;
}

}  // namespace xdnasim::design
