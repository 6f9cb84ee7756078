#include "backends/bottleneck.hpp"

#include <fmt/format.h>

namespace xdnasim::backends {
namespace {

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
            return fmt::format("{:.1f} % for locks that may count either", percent);
        case Finding::LockOperations:
            return fmt::format("{:.1f} % goes to lock operations", percent);
        case Finding::Idle:
            return fmt::format("{:.1f} % is idle", percent);
        case Finding::OutputWait:
            return fmt::format("cores wait {:.1f} % of the time for their {} to leave", percent,
                               part);
        case Finding::LockWait:
            return fmt::format(
                "cores wait {:.1f} % of the time for locks, and the schedule does not say what "
                "these count",
                percent);
        case Finding::InputWait:
            return fmt::format("cores wait {:.1f} % of the time for {}", percent, part);
        case Finding::InputWaitUnbound:
            return fmt::format(
                "cores wait {:.1f} % of the time for {} and no limit is reached for long: "
                "latencies, commands and the first tiles",
                percent, part);
        case Finding::DramHoldsBack:
            return fmt::format("DRAM or fabric limits hold the shim channels back {:.1f} % of it",
                               percent);
        case Finding::StreamMoves:
            return fmt::format("stream {} moves data {:.1f} % of it", part, percent);
        case Finding::ShimChannelMoves:
            return fmt::format("shim channel {} moves data {:.1f} % of it", part, percent);
        case Finding::LatenciesAndStart:
            return "latencies, commands and the first tiles most of the rest";
        case Finding::DramBindsTransfers:
            return fmt::format(
                "DRAM or fabric limits hold the shim channels back {:.1f} % of the time", percent);
        case Finding::ShimBindsTransfers:
            return fmt::format("shim channel {} moves data {:.1f} % of the time", part, percent);
        case Finding::NothingBinds:
            return fmt::format(
                "no shim channel moves data more than {:.1f} % of the time: latencies, commands "
                "and tiles that come in before they leave",
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

}  // namespace

std::string name_of(const Bottleneck& bottleneck) {
    return schedule::name_of(bottleneck.limit, bottleneck.part);
}

/// The first figure says it, those behind it are a list; closed forms list their terms apart.
std::string why(const Bottleneck& bottleneck) {
    std::string text;
    for (std::size_t i = 0; i < bottleneck.figures.size(); ++i) {
        const Figure& figure = bottleneck.figures[i];
        const bool in_list = i > 1 && figure.finding != Finding::StartAndEnd;
        if (i > 0) text += in_list ? ", " : "; ";
        text += text_of(figure);
    }
    return text;
}

}  // namespace xdnasim::backends
