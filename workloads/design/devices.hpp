#pragma once
// The aie.device operations of a text, one of which is run.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

struct ChosenDevice {
    const ir::Operation* operation = nullptr;
    std::string name;                 ///< its symbol, or its number (from 1) if it has none
    std::vector<std::string> others;  ///< names of the other devices, which are left out
};

/// All devices of a text, in their order.
[[nodiscard]] std::vector<const ir::Operation*> devices_in(const ir::Module& module);

/// The symbol of an operation: "add_one" of "aie.device(npu1) @add_one", or of any operation with a
/// symbol before its region; empty if it has none.
[[nodiscard]] std::string symbol_of(const ir::Text& text, const ir::Operation& operation);

/// Returns whether the operation is a runtime sequence, of any release.
[[nodiscard]] bool is_sequence(const ir::Operation& operation);

/// The runtime sequences of `device`. In a device without an aie.runtime_sequence, these are the
/// functions that contain command processor operations (aiex.npu.*) or are called "sequence", as in
/// old designs.
[[nodiscard]] std::vector<const ir::Operation*> sequences_of(const ir::Text& text,
                                                             const ir::Region& device);
/// The runtime sequence of `device` that is called `name`: its symbol, or its number (from 1) if it
/// has none. Without a name, the only sequence, or nullptr if there is none. Throws InputError,
/// with the place, if no sequence has that name, or if there are several and no name.
[[nodiscard]] const ir::Operation* choose_sequence(const ir::Text& text, const ir::Region& device,
                                                   const std::optional<std::string>& name);

/// Symbols of the devices that the runtime sequences of `device` configure the array for
/// (aiex.configure), in their order.
[[nodiscard]] std::vector<std::string> configured_devices(const ir::Text& text,
                                                          const ir::Operation& device);

/// The words that name the array that the device is for: "npu1_4col" in aie.device(npu1_4col), "5"
/// in "aie.device"() <{device = 5 : i32}>; nullopt if there are none.
[[nodiscard]] std::optional<ir::Range> array_words(const ir::Text& text,
                                                   const ir::Operation& device);
/// The array that the device is for, for messages: "npu1_4col", or "array number 5".
[[nodiscard]] std::string array_of(const ir::Text& text, const ir::Operation& device);

/// Number of columns of `device` that the array has: 4 for "npu1_4col", all for "npu1".
[[nodiscard]] int columns_of(const std::string& array, const arch::Device& device);

/// The device called `name`: its symbol, or its number (from 1). Without a name, the only device,
/// or the only one with a runtime sequence, or the only one whose sequence configures other
/// devices. Throws InputError, with the place, if there is none or if several qualify.
[[nodiscard]] ChosenDevice choose_device(const ir::Text& text, const ir::Module& module,
                                         const std::optional<std::string>& name);

}  // namespace xdnasim::design
