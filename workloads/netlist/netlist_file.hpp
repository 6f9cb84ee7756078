#pragma once
// Netlists as JSON files. They are read strictly, and written so that equal netlists give equal
// bytes.

#include <filesystem>
#include <string>

#include "base/node.hpp"
#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// Reads a netlist file. Throws InputError "FILE:LINE:COLUMN: what is wrong; what is allowed" for
/// an unknown key or type, a duplicate id, a net to a core that does not exist or cannot take it, a
/// net that ends in a mem tile without a link to pass it on, and a deadlock that find_deadlock()
/// finds.
[[nodiscard]] Netlist load_netlist(const std::filesystem::path& file);
/// Reads a netlist from a map within a file. `path`: key of the map in the file; empty: the root.
[[nodiscard]] Netlist read_netlist(const base::Node& map, const std::string& path = {});

/// One line without blanks and without a line end, keys in alphabetical order.
[[nodiscard]] std::string canonical_json(const Netlist& netlist);

}  // namespace xdnasim::netlist
