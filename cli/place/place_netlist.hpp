#pragma once
// `xdnasim place netlist.json`: a netlist onto an array, or the judgement of a placement of it.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/place/place_search.hpp"

namespace xdnasim::cli {

struct NetlistRequest {
    std::string file;
    std::function<PlaceQuestion()> question;  ///< called where something is searched for
    std::vector<std::string> of_search;       ///< options that were given, and ask for a search
    std::vector<std::string> settings;        ///< KEY=VALUE, of what the paper leaves open
    std::optional<std::string> device;        ///< nullopt: that of the netlist
    std::optional<std::string> check;         ///< a result to be judged, in place of a search
    std::optional<std::string> output;        ///< path, or "-"
    std::optional<std::string> svg;
    std::optional<std::string> plot;  ///< of the cost over the moves
};

/// Places and routes the netlist, writes what was asked for, and reports. Throws InputError for
/// what cannot be placed or does not go together, Error (CheckFailed) where nothing legal was found
/// or the result to be judged is not legal.
base::ExitCode place_netlist(const NetlistRequest& request);

}  // namespace xdnasim::cli
