#pragma once
// The ports of a design to the programmable logic (PL), and their description by the user in
// ports.yaml. The text says where the streams end; no file of mlir-aie says what the logic behind
// them moves.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Where the descriptions of ports come from.
struct PortSource {
    std::optional<base::Node> ports{};  ///< descriptions by port name
    std::filesystem::path folder{};     ///< folder that paths in the descriptions are relative to
    std::optional<double> clock_ghz{};  ///< clock of the PL; nullopt: the device's default
};

/// The name that a design gives to a port (aie.shim_dma_allocation with plio), or a name made from
/// its position: "in_10_0".
[[nodiscard]] std::string port_name(const Draft& draft, const arch::Port& port);

class PortTable {
 public:
    /// Finds the ends of flows that are ports to the PL. Precondition: the flows of `draft` have
    /// been read.
    PortTable(Draft& draft, const PortSource& source);

    /// Fills in the draft's programmable logic. Throws InputError, with the place, for an invalid
    /// description. Ports without a description are allowed until require_known().
    void read();

    /// Throws InputError that lists the ports without a description.
    void require_known() const;

    /// A ports.yaml with all ports of the design, for the user to fill in.
    [[nodiscard]] std::string template_text() const;

    /// Files by number of the host buffer: the data that an input sends, or that an output is
    /// expected to receive.
    [[nodiscard]] const std::map<int, std::filesystem::path>& data() const { return data_; }

 private:
    struct Found {
        std::string name;
        arch::Port port;
        base::Position at;
    };

    void add(const arch::Port& port, base::Position at);
    /// The description of a port; nullptr if there is none.
    [[nodiscard]] const base::Node* said_of(const Found& found) const;
    void refuse_unknown() const;
    [[nodiscard]] schedule::PlPort described(const Found& found, const base::Node& node);
    void set_frames(schedule::PlPort& port, base::MapReader& reader);
    void set_source(schedule::PlPort& port, const base::Node& name) const;
    void share_buffers();
    [[nodiscard]] std::optional<schedule::HostBufferRef> buffer_called(
        const base::Node& name) const;

    Draft& draft_;
    const PortSource& source_;
    std::vector<Found> found_;  ///< ports of the design, in the order of its flows
    std::map<int, std::filesystem::path> data_;
};

}  // namespace xdnasim::design
