#pragma once
// The ports of a design to the programmable logic, and what its user says of them: ports.yaml. The
// text says where the streams end; what the logic behind them moves is in no file of mlir-aie.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Where ports are described.
struct PortSource {
    std::optional<base::Node> ports{};  ///< by name
    std::filesystem::path folder{};     ///< of the file
    std::optional<double> clock_ghz{};  ///< of the logic; nullopt: the device's
};

/// The name that a design gives to a port (aie.shim_dma_allocation with plio), or else one by its
/// place: "in_10_0".
[[nodiscard]] std::string port_name(const Draft& draft, const arch::Port& port);

class PortTable {
 public:
    /// Finds the ends of flows that are ports to the programmable logic.
    /// Precondition: the flows of `draft` have been read.
    PortTable(Draft& draft, const PortSource& source);

    /// Sets the draft's programmable logic. Throws InputError, with the place, for what is wrong
    /// with the descriptions. Ports of which nothing is said are not an error yet.
    void read();

    /// Throws InputError that lists the ports of which nothing is said.
    void require_known() const;

    /// A ports.yaml with all ports of the design, of which nothing is said before it is filled in.
    [[nodiscard]] std::string template_text() const;

    /// By number of a host buffer: the file of what an input sends, or of what an output has to
    /// get.
    [[nodiscard]] const std::map<int, std::filesystem::path>& data() const { return data_; }

 private:
    struct Found {
        std::string name;
        arch::Port port;
        base::Position at;
    };

    void add(const arch::Port& port, base::Position at);
    /// nullptr: nothing.
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
    std::vector<Found> found_;  ///< in the order of the flows
    std::map<int, std::filesystem::path> data_;
};

}  // namespace xdnasim::design
