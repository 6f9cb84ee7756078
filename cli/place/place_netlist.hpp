#pragma once
// `xdnasim place netlist.json`: places a netlist onto an array, or checks a placement of it.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/place/place_search.hpp"

namespace xdnasim::cli {

struct NetlistRequest {
    std::string file;
    std::function<PlaceQuestion()> question;  ///< called only if there is a search
    std::vector<std::string> of_search;       ///< the given options that apply only to a search
    std::vector<std::string> settings;        ///< KEY=VALUE for choices that the paper leaves open
    std::optional<std::string> device;        ///< nullopt for the netlist's own device
    std::optional<std::string> check;         ///< path of a result to check in place of a search
    std::optional<std::string> output;        ///< path, or "-" for standard output
    std::optional<std::string> svg;
    std::optional<std::string> plot;  ///< path of a picture of the cost over the moves
};

/// Places and routes the netlist, or checks a result, writes the requested files, and prints a
/// report. Throws InputError if the netlist cannot be placed or options contradict each other, and
/// Error (CheckFailed) if no legal placement was found or the result to check is not legal.
base::ExitCode place_netlist(const NetlistRequest& request);

}  // namespace xdnasim::cli
