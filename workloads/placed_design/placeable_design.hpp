#pragma once
// A design of mlir-aie that can be placed anew: its text, its netlist, and its text with other
// tiles.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/placed_design/design_netlist.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placed_design {

/// The text of a design, and the device in it that is placed.
struct DesignText {
    std::string content;
    std::string file;  ///< name of the file, for messages
    /// Nullopt: the only device, or the only one with a runtime sequence.
    std::optional<std::string> aie_device;
};

class PlaceableDesign {
 public:
    /// Tiles without a place get the one that IRON's sequential placer gives them. `device`: the
    /// array that the design runs on; the design uses as many of its columns as its aie.device
    /// says. Throws InputError with the position if the text cannot be read or placed
    /// (read_netlist).
    PlaceableDesign(DesignText text, const arch::Device& device, const Kept& kept);

    /// The array with the columns that the design may use, such as 4 for npu1_4col.
    [[nodiscard]] const arch::Device& array() const { return array_; }
    [[nodiscard]] const netlist::Netlist& netlist() const { return found_.netlist; }
    [[nodiscard]] const placement::Placement& present() const { return found_.present; }
    /// Object FIFOs that need no stream if their tiles have a common memory.
    [[nodiscard]] const std::map<netlist::NetId, ShareableFifo>& fifos() const {
        return found_.fifos;
    }
    /// The text before the design is placed anew.
    [[nodiscard]] const std::string& text() const { return text_->content(); }

    /// The text with the tiles of `solution`. Everything else stays as written, except for names of
    /// tiles such as %tile_0_2, and tile numbers in the runtime sequence. If the memory that
    /// mlir-aie would choose for an object FIFO has no room, aie.objectfifo.allocate is added with
    /// the memory of `solution`.
    [[nodiscard]] std::string text_with(const placement::Solution& solution,
                                        const placement::Array& array) const;

 private:
    std::unique_ptr<ir::Text> text_;
    arch::Device array_;
    ir::Module module_;
    const ir::Region* device_ = nullptr;  ///< device in `module_`
    DesignNetlist found_;
};

}  // namespace xdnasim::placed_design
