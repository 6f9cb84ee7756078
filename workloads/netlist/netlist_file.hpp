#pragma once
// Netlists as JSON files: read strictly, and written so that the same netlist gives the same bytes.

#include <filesystem>
#include <string>

#include "base/node.hpp"
#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// Throws InputError "FILE:LINE:COLUMN: what is wrong; what is allowed": an unknown key or type, an
/// id twice, a net to a core that does not exist or does not take it, a net that ends in a mem tile
/// where no link passes it on, and a deadlock as find_deadlock() finds it.
[[nodiscard]] Netlist load_netlist(const std::filesystem::path& file);
/// The same of a map that is part of a file. `path`: its key there; empty: the root.
[[nodiscard]] Netlist read_netlist(const base::Node& map, const std::string& path = {});

/// One line without blanks, keys in alphabetical order, without a line end.
[[nodiscard]] std::string canonical_json(const Netlist& netlist);

}  // namespace xdnasim::netlist
