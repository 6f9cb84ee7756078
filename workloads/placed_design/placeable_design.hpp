#pragma once
// A design of mlir-aie that is placed anew: its text, its netlist, and its text with other tiles.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/placed_design/design_netlist.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placed_design {

/// What text there is, and what of it is placed.
struct DesignText {
    std::string content;
    std::string file;                       ///< for messages
    std::optional<std::string> aie_device;  ///< left out: the only one, or the one with a sequence
};

class PlaceableDesign {
 public:
    /// Tiles without a place get one as IRON's sequential placer gives it. `device`: the array that
    /// the design runs on, of which it takes as many columns as its aie.device says. Throws
    /// InputError, with the place, for what cannot be read or placed (read_netlist).
    PlaceableDesign(DesignText text, const arch::Device& device, const Kept& kept);

    /// The columns that the design may use: 4 of npu1_4col.
    [[nodiscard]] const arch::Device& array() const { return array_; }
    [[nodiscard]] const netlist::Netlist& netlist() const { return found_.netlist; }
    [[nodiscard]] const placement::Placement& present() const { return found_.present; }
    /// Those that may do without streams.
    [[nodiscard]] const std::map<netlist::NetId, ShareableFifo>& fifos() const {
        return found_.fifos;
    }
    /// Before it is placed anew.
    [[nodiscard]] const std::string& text() const { return text_->content(); }

    /// The text with the tiles of `solution`; all else stays as it is written, but for the names of
    /// tiles such as %tile_0_2, and for the numbers of tiles in the runtime sequence. Where the
    /// memory that mlir-aie would choose for an object FIFO has no room, aie.objectfifo.allocate
    /// names the one that `solution` has.
    [[nodiscard]] std::string text_with(const placement::Solution& solution,
                                        const placement::Array& array) const;

 private:
    std::unique_ptr<ir::Text> text_;
    arch::Device array_;
    ir::Module module_;
    const ir::Region* device_ = nullptr;  ///< in module_
    DesignNetlist found_;
};

}  // namespace xdnasim::placed_design
