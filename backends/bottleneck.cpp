#include "backends/bottleneck.hpp"

#include <string_view>

#include <fmt/format.h>

#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::backends {
namespace {

using schedule::Limit;

std::string text_of(const Figure& figure) {
    const double percent = 100 * figure.share;
    const std::string& part = figure.part;
    switch (figure.finding) {
        case Finding::KernelTime:
            return fmt::format("kernels take {:.1f} % of the cores' time", percent);
        case Finding::WaitForOutput:
            return fmt::format("{:.1f} % waits for {} to leave", percent, part);
        case Finding::WaitForInput:
            return fmt::format("{:.1f} % for {}", percent, part);
        case Finding::WaitForLocks:
            return fmt::format("{:.1f} % for locks that may count inputs or outputs", percent);
        case Finding::OutputWait:
            return fmt::format("cores wait {:.1f} % of the time for {} to leave", percent, part);
        case Finding::DramHoldsBack:
            return fmt::format(
                "DRAM or fabric limits hold the shim channels back {:.1f} % of the time", percent);
        case Finding::StreamMoves:
            return fmt::format("stream {} moves data {:.1f} % of the time", part, percent);
        case Finding::ShimChannelMoves:
            return fmt::format("shim channel {} moves data {:.1f} % of the time", part, percent);
        case Finding::CommandsTake:
            return fmt::format("the command processor works {:.1f} % of the time", percent);
        case Finding::NothingBinds:
            return fmt::format("no shim channel moves data more than {:.1f} % of the time",
                               percent);
        case Finding::NoPortBinds:
            return fmt::format("no port to the PL moves data more than {:.1f} % of the time",
                               percent);
        case Finding::TermTakes:
            return fmt::format("{:.1f} % of the time goes to {}", percent, part);
        case Finding::NextTerm:
            return fmt::format("next is {} with {:.1f} %", part, percent);
        case Finding::StartAndEnd:
            break;
    }
    return fmt::format("start and end take {:.1f} %", percent);
}

std::string_view relaxed(Limit limit) {
    static_assert(schedule::kRelaxation == 2, "the texts say twice and half");
    switch (limit) {
        case Limit::Compute:
            return "kernels twice as fast";
        case Limit::Stream:
            return "streams twice as wide";
        case Limit::Dram:
            return "a DRAM twice as fast";
        case Limit::Commands:
            return "commands twice as fast";
        case Limit::Latency:
            return "latencies half as long";
        case Limit::Buffers:
            break;
    }
    return "twice as many buffers";
}

/// Whether the text of this finding continues the sentence of the figure before it.
bool continues(Finding finding) {
    return finding == Finding::WaitForInput || finding == Finding::WaitForLocks;
}

}  // namespace

std::string name_of(const Bottleneck& bottleneck) {
    return std::string{name_of(bottleneck.limit)};
}

std::string why(const Bottleneck& bottleneck) {
    std::string text;
    for (const Figure& figure : bottleneck.figures) {
        if (!text.empty()) text += continues(figure.finding) ? ", " : "; ";
        text += text_of(figure);
    }
    // A workload whose closed forms use constants of their own gains nothing on a relaxed device.
    if (bottleneck.gain <= 0) return text;
    return text + fmt::format("; {} would save {:.1f} % of the array's time",
                              relaxed(bottleneck.limit), 100 * bottleneck.gain);
}

}  // namespace xdnasim::backends
