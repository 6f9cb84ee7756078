#pragma once
// `--trace` of `xdnasim simulate`: the words of the trace units, and what their slots watch.

#include <string>

#include "arch/device.hpp"
#include "traces/events/trace_words.hpp"
#include "traces/recording/config.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Where the configuration is that decodes the words in `file`: beside it.
[[nodiscard]] std::string trace_config_file(const std::string& file);

/// Writes both files; the words alone to a device or a pipe, beside which no file belongs.
/// Throws InputError when one cannot be written.
void write_trace(const std::string& file, const schedule::Schedule& schedule,
                 const arch::Device& device, const events::TraceWords& trace);

/// What the slots of its units watch, as the configuration beside the words says it.
[[nodiscard]] recording::TraceConfig slots_of(const schedule::Trace& trace,
                                              const arch::Device& device);

/// Lines of the summary. `file`: where the words went; empty: nowhere.
[[nodiscard]] std::string trace_lines(const std::string& file, const schedule::Schedule& schedule,
                                      const events::TraceWords& trace);

}  // namespace xdnasim::cli
