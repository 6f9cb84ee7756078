#include "traces/names/event_meaning.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace xdnasim::names {
namespace {

using Entry = std::pair<std::string_view, Signal>;

constexpr std::array kCommon{Entry{"NONE", Signal::Never}, Entry{"TRUE", Signal::Always}};

constexpr std::array kCore{
    Entry{kKernelBegins, Signal::KernelBegins},
    Entry{kKernelEnds, Signal::KernelEnds},
    Entry{"INSTR_CALL", Signal::Call},
    Entry{"INSTR_RETURN", Signal::Return},
    Entry{"INSTR_VECTOR", Signal::Vector},
    Entry{"INSTR_LOAD", Signal::Load},
    Entry{"INSTR_STORE", Signal::Store},
    Entry{"INSTR_LOCK_ACQUIRE_REQ", Signal::LockAcquire},
    Entry{"INSTR_LOCK_RELEASE_REQ", Signal::LockRelease},
    Entry{"INSTR_CASCADE_GET", Signal::CascadeGet},
    Entry{"INSTR_CASCADE_PUT", Signal::CascadePut},
    Entry{"GROUP_STALL", Signal::AnyStall},
};

constexpr std::array kPort{
    Entry{"PORT_IDLE_", Signal::PortIdle},
    Entry{"PORT_RUNNING_", Signal::PortRunning},
    Entry{"PORT_STALLED_", Signal::PortStalled},
};

constexpr std::array kDma{
    Entry{"_START_TASK", Signal::TaskStarts},
    Entry{"_FINISHED_BD", Signal::BdFinishes},
    Entry{"_FINISHED_TASK", Signal::TaskFinishes},
    Entry{"_STALLED_LOCK", Signal::LockOfDmaStall},
    Entry{"_STREAM_STARVATION", Signal::StreamStarvation},
    Entry{"_STREAM_BACKPRESSURE", Signal::StreamBackpressure},
    Entry{"_MEMORY_BACKPRESSURE", Signal::MemoryBackpressure},
    Entry{"_MEMORY_STARVATION", Signal::MemoryStarvation},
};

template <std::size_t Size>
std::optional<Signal> find(const std::array<Entry, Size>& entries, std::string_view name) {
    const auto* const entry = std::ranges::find(entries, name, &Entry::first);
    return entry == entries.end() ? std::nullopt : std::optional{entry->second};
}

std::optional<Signal> core_signal(std::string_view name) {
    if (const auto stall = events::find_stall(name)) return stall_signal(*stall);
    return find(kCore, name);
}

std::optional<int> parse_number(std::string_view text) {
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

/// "PORT_RUNNING_3"
std::optional<EventMeaning> port_meaning(std::string_view name) {
    for (const auto& [prefix, signal] : kPort) {
        if (!name.starts_with(prefix)) continue;
        if (const auto number = parse_number(name.substr(prefix.size())))
            return EventMeaning{.signal = signal, .number = *number};
    }
    return std::nullopt;
}

/// "DMA_S2MM_0_START_TASK"; in a mem tile "DMA_S2MM_SEL0_START_TASK".
std::optional<EventMeaning> dma_meaning(std::string_view name) {
    EventMeaning meaning;
    if (name.starts_with("DMA_S2MM_"))
        meaning.direction = arch::Direction::S2MM;
    else if (name.starts_with("DMA_MM2S_"))
        meaning.direction = arch::Direction::MM2S;
    else
        return std::nullopt;
    name.remove_prefix(std::string_view{"DMA_S2MM_"}.size());
    if (name.starts_with("SEL")) name.remove_prefix(3);
    const std::size_t end = std::min(name.find('_'), name.size());
    const auto channel = parse_number(name.substr(0, end));
    const auto signal = find(kDma, name.substr(end));
    if (!channel || !signal) return std::nullopt;
    meaning.channel = *channel;
    meaning.signal = *signal;
    return meaning;
}

}  // namespace

std::optional<EventMeaning> meaning(words::Module module, std::string_view name) {
    if (const auto signal = find(kCommon, name)) return EventMeaning{.signal = *signal};
    const bool is_core = module == words::Module::Core;
    if (const auto signal = core_signal(name); signal && is_core)
        return EventMeaning{.signal = *signal};
    if (const auto port = port_meaning(name)) return port;
    return is_core ? std::nullopt : dma_meaning(name);
}

}  // namespace xdnasim::names
