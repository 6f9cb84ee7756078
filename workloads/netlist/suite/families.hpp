#pragma once
// The classes of the suite, each as a list of its netlists by number, and the builder that makes
// them: it adds cores and nets one after the other, and finally the ways into and out of the array.

#include <functional>
#include <string>
#include <vector>

#include "workloads/netlist/netlist.hpp"
#include "workloads/netlist/suite/suite.hpp"

namespace xdnasim::netlist {

/// Size of an object unless specified otherwise.
inline constexpr arch::Bytes kObject{1024};

/// The object FIFO of a net.
struct Fifo {
    arch::Bytes object{};
    int depth = 2;    ///< at all ends
    int initial = 0;  ///< number of objects in it before the run
};

class NetlistBuilder {
 public:
    CoreId add(arch::TileKind kind, std::string name);
    CoreId comp(std::string name) { return add(arch::TileKind::CompTile, std::move(name)); }

    NetId net(CoreId from, std::vector<CoreId> to, const Fifo& fifo);
    NetId net(CoreId from, CoreId to, const Fifo& fifo);
    /// A net with a depth for each end.
    NetId net_with_depths(CoreId from, std::vector<CoreId> to, arch::Bytes object,
                          std::vector<int> depths);
    void link(LinkKind kind, CoreId mem, std::vector<NetId> in, std::vector<NetId> out);

    /// Nets for objects from the host and to the host, which finish() will connect.
    void ext_in(std::vector<CoreId> to, arch::Bytes object) {
        inputs_.push_back({std::move(to), object});
    }
    void ext_in(CoreId to, arch::Bytes object) { ext_in(std::vector{to}, object); }
    void ext_out(CoreId from, arch::Bytes object) { outputs_.push_back({{from}, object}); }

    /// Adds the ways into and out of the array; each carries up to four nets of a direction through
    /// one mem tile and one shim. Eight pairs of these are used in turn, and input g and output g
    /// use the same pair.
    void finish();
    /// Adds a net of configuration words to the cores that have room for another stream, if there
    /// are at least two such cores.
    void tap();

    /// Returns the netlist and empties the builder.
    [[nodiscard]] Netlist take(std::string name, std::string device);

 private:
    struct External {
        std::vector<CoreId> cores;
        arch::Bytes object{};
    };
    struct Way {
        CoreId mem = 0;
        CoreId shim = 0;
    };

    [[nodiscard]] Way way(std::size_t group);
    void finish_inputs();
    void finish_outputs();
    [[nodiscard]] std::vector<CoreId> tap_targets() const;

    Netlist netlist_;
    std::vector<External> inputs_;
    std::vector<External> outputs_;
    std::vector<Way> ways_;
};

/// Adds the cores and nets of a netlist; empty: the suite leaves out this number.
using Recipe = std::function<void(NetlistBuilder&)>;

struct Family {
    SuiteClass suite_class;       ///< class of all its netlists
    std::vector<Recipe> recipes;  ///< recipes of the netlists, in order of their numbers from 1
    bool taps_even_numbers = false;
};

[[nodiscard]] std::vector<Family> line_families();
[[nodiscard]] std::vector<Family> mesh_families();
[[nodiscard]] std::vector<Family> tree_families();
/// An edge detector, matrix multiplications and layers of a ResNet.
[[nodiscard]] std::vector<Family> application_families();

/// Adds the cores and nets of systolic_mesh().
void build_systolic(NetlistBuilder& builder, int rows, int columns);

}  // namespace xdnasim::netlist
