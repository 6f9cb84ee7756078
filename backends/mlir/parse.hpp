#pragma once
// The text that write() makes, back to a Schedule.

#include <string>
#include <string_view>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// The schedule without what it computes (its descriptions), which the text does not say, its
/// runtime sequence without loops. What no stream passes and has no program is left out.
/// It is not validated: schedule::validate does that.
/// Throws InputError "file:line:column: ..." for what is not in the text that write() makes for
/// `device`; `file` is what the text is called.
[[nodiscard]] schedule::Schedule parse(std::string_view text, const std::string& file,
                                       const arch::Device& device);

}  // namespace xdnasim::mlir
