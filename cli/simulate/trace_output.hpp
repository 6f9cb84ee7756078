#pragma once
// `--trace` of `xdnasim simulate`: writes the words of the trace units, and a configuration with
// the events of their slots.

#include <string>

#include "arch/device.hpp"
#include "traces/events/trace_words.hpp"
#include "traces/recording/config.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Path of the configuration that is needed to decode the words in `file`; it is in the same
/// folder.
[[nodiscard]] std::string trace_config_file(const std::string& file);

/// Writes the words to `file`, and the configuration unless `file` is a device or a pipe. Throws
/// InputError if a file cannot be written.
void write_trace(const std::string& file, const schedule::Schedule& schedule,
                 const arch::Device& device, const events::TraceWords& trace);

/// The events of the slots of all units in `trace`, as in the configuration that write_trace()
/// writes.
[[nodiscard]] recording::TraceConfig slots_of(const schedule::Trace& trace,
                                              const arch::Device& device);

/// Lines of the summary about the trace. `file`: where the words were written; empty if nowhere.
[[nodiscard]] std::string trace_lines(const std::string& file, const schedule::Schedule& schedule,
                                      const events::TraceWords& trace);

}  // namespace xdnasim::cli
