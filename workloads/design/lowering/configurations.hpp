#pragma once
// Splits a runtime sequence that configures the array for several devices of a text in turn
// (aiex.configure, aiex.run) into a text for each configuration.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// One configuration of the array, up to the next one.
struct Configuration {
    /// The text of this configuration, in which `device` has one runtime sequence, with the
    /// arguments of the sequence that configures it.
    std::unique_ptr<ir::Text> text;
    std::string device;
};

/// The configurations that `sequence` of `aie_device` (nullopt: the device that runs) goes through,
/// in order. Neighbouring ones of the same device are joined. Empty if the sequence configures
/// nothing. Sequences that it runs are inlined, with its values for their arguments. Throws
/// InputError, with the place, for operations that belong to no single configuration, and for
/// devices and sequences that do not exist.
[[nodiscard]] std::vector<Configuration> configurations(
    const ir::Text& text, const std::optional<std::string>& aie_device,
    const std::optional<std::string>& sequence);

}  // namespace xdnasim::design::lowering
