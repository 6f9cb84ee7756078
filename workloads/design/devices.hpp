#pragma once
// The aie.devices of a text, of which one is run.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

struct ChosenDevice {
    const ir::Operation* operation = nullptr;
    std::string name;                 ///< its symbol; its number, from 1 on, where it has none
    std::vector<std::string> others;  ///< that are left out
};

/// "add_one" of aie.device(npu1) @add_one, or of what else has a symbol before its region; empty:
/// it has none.
[[nodiscard]] std::string symbol_of(const ir::Text& text, const ir::Operation& operation);

/// The runtime sequences of `device`. Where no aie.runtime_sequence stands, functions are some that
/// tell the command processor something, or are called "sequence".
[[nodiscard]] std::vector<const ir::Operation*> sequences_of(const ir::Text& text,
                                                             const ir::Region& device);
/// The runtime sequence of `device` that is called `name`, by its symbol, or by its number from 1
/// on where it has none; without a name, the only one; null: there is none. Throws InputError, with
/// the place, where there is none of that name or it is not clear which.
[[nodiscard]] const ir::Operation* choose_sequence(const ir::Text& text, const ir::Region& device,
                                                   const std::optional<std::string>& name);

/// The devices of the text that its runtime sequences have the array configured for, by symbol, in
/// their order.
[[nodiscard]] std::vector<std::string> configured_devices(const ir::Text& text,
                                                          const ir::Operation& device);

/// "npu1_4col" in aie.device(npu1_4col).
[[nodiscard]] std::string array_of(const ir::Text& text, const ir::Operation& device);

/// How many columns of `device` such an array has: 4 of "npu1_4col", all of "npu1".
[[nodiscard]] int columns_of(const std::string& array, const arch::Device& device);

/// The one that is called `name`, by its symbol or its number from 1 on; without a name, the only
/// one, or the only one with a runtime sequence, or of these the only one whose sequence configures
/// others. Throws InputError, with the place, where there is none or it is not clear which.
[[nodiscard]] ChosenDevice choose_device(const ir::Text& text, const ir::Module& module,
                                         const std::optional<std::string>& name);

}  // namespace xdnasim::design
