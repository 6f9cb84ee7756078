#include "workloads/calls/kernel_table.hpp"

#include <algorithm>

#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::calls {

namespace {

/// Accesses to the cascade at even distances over `cycles`: each word is got as early, and put as
/// late, as this allows.
std::vector<vliw::CascadeAccess> spread(const kernels::CascadeWords& words, arch::Cycles cycles) {
    std::vector<vliw::CascadeAccess> all;
    const auto at = [&](std::int64_t word, std::int64_t count) { return cycles * word / count; };
    for (std::int64_t word = 0; word < words.gets; ++word)
        all.push_back({at(word, words.gets), arch::CascadeUse::Get});
    for (std::int64_t word = 1; word <= words.puts; ++word)
        all.push_back({at(word, words.puts) - arch::Cycles{1}, arch::CascadeUse::Put});
    std::ranges::stable_sort(all, {}, &vliw::CascadeAccess::cycle);
    return all;
}

/// Accesses to the cascade as in the kernel's schedule, at times scaled to the kernel's cycles.
std::vector<vliw::CascadeAccess> scaled(const kernels::Kernel& kernel, const arch::Device& device) {
    const vliw::CallSchedule schedule = kernels::schedule_of(kernel, device);
    std::vector<vliw::CascadeAccess> all = vliw::cascade_accesses(schedule, device.core.slots);
    for (vliw::CascadeAccess& access : all)
        access.cycle = access.cycle * kernel.cycles->count() / schedule.kernel_cycles().count();
    return all;
}

std::vector<ArgumentUse> uses_of_arguments(const kernels::Kernel& kernel,
                                           const vliw::CallSchedule& schedule,
                                           const arch::SlotModel& slots) {
    const auto accesses = vliw::array_accesses(schedule, slots);
    std::vector<ArgumentUse> uses;
    for (std::string& array : kernels::argument_arrays(kernel)) {
        const auto found = accesses.find(array);
        uses.push_back(
            {std::move(array), found == accesses.end() ? vliw::ArrayAccesses{} : found->second});
    }
    return uses;
}

}  // namespace

KernelTable make_kernel_table(const std::vector<kernels::Kernel>& kernels,
                              const arch::Device& device) {
    KernelTable table{.kernels = kernels};
    for (const kernels::Kernel& kernel : kernels) {
        if (kernel.cycles) {
            const kernels::CascadeWords words = kernels::cascade_words(kernel);
            table.cycles.push_back(*kernel.cycles);
            table.schedules.emplace_back();
            table.arguments.emplace_back();
            table.cascade_accesses.push_back(kernel.keeps_words && words != kernels::CascadeWords{}
                                                 ? scaled(kernel, device)
                                                 : spread(words, *kernel.cycles));
        } else {
            table.schedules.emplace_back(kernels::schedule_of(kernel, device));
            const vliw::CallSchedule& schedule = *table.schedules.back();
            table.arguments.push_back(uses_of_arguments(kernel, schedule, device.core.slots));
            table.cycles.push_back(schedule.kernel_cycles());
            table.cascade_accesses.push_back(vliw::cascade_accesses(schedule, device.core.slots));
        }
    }
    return table;
}

}  // namespace xdnasim::calls
