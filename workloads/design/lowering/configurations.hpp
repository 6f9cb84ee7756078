#pragma once
// Runtime sequences that configure the array for one device of a text after the other
// (aiex.configure, aiex.run), taken apart: a text for each configuration.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// What the array does between being configured and the next time that it is.
struct Configuration {
    /// `device` has one runtime sequence, with the arguments of the one that configures it.
    std::unique_ptr<ir::Text> text;
    std::string device;
};

/// The configurations that `sequence` of `aie_device` (nullopt: the one that runs) goes
/// through, in turn, neighbours of one device as one; none: it configures nothing. Sequences that
/// it has run stand in its place, with its values for their arguments. Throws InputError, with the
/// place, for what does not belong to one configuration, and for devices and sequences that are not
/// there.
[[nodiscard]] std::vector<Configuration> configurations(
    const ir::Text& text, const std::optional<std::string>& aie_device,
    const std::optional<std::string>& sequence);

}  // namespace xdnasim::design::lowering
