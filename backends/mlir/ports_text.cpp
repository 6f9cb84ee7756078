#include <fmt/format.h>

#include "backends/mlir/design_files.hpp"

namespace xdnasim::mlir {
namespace {

/// Returns a text in single quotes, with quotes in the text doubled.
std::string in_yaml(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string{"''"} : std::string{c};
    return quoted + '\'';
}

std::string line_of(const schedule::PlPort& port, const schedule::Schedule& schedule) {
    std::string line = fmt::format("  {}: {{bits: {}", in_yaml(port.name),
                                   port.width.count() * arch::kBitsPerByte);
    if (port.interval > arch::PlCycles{})
        line += fmt::format(", interval: {}", port.interval.count());
    if (port.source) {
        const auto& output = schedule.pl.ports[static_cast<std::size_t>(*port.source)];
        return line + fmt::format(", sends: {}}}\n", in_yaml(output.name));
    }
    const auto& buffer = schedule.host_buffers[static_cast<std::size_t>(port.buffer.index)];
    return line + fmt::format(", words: {}, frames: {}, buffer: {}}}\n", port.frame / arch::kWord,
                              port.frames, in_yaml(buffer.name));
}

}  // namespace

std::string ports_text(const schedule::Schedule& schedule) {
    if (schedule.pl.ports.empty()) return {};
    std::string text =
        "# What the programmable logic moves through each port of aie.mlir: frames of `words` "
        "words of\n"
        "# 32 bits, one after the other, from an argument of the sequence or into one.\n";
    if (schedule.pl.clock_ghz) text += fmt::format("pl_clock_ghz: {}\n", *schedule.pl.clock_ghz);
    text += "ports:\n";
    for (const schedule::PlPort& port : schedule.pl.ports)
        text += line_of(port, schedule);
    return text;
}

}  // namespace xdnasim::mlir
