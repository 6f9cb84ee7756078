#include <string>

#include <nlohmann/json.hpp>

#include "arch/device_file.hpp"
#include "base/json_text.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/placement/cost.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::placement {
namespace {

using Json = nlohmann::ordered_json;

Json tile_json(arch::TileId tile) {
    return Json::array({tile.column, tile.row});
}

Json net_json(NetId id, const NetRoute& route) {
    Json json{{"id", id}, {"transport", to_string(route.transport)}};
    if (!is_stream(route.transport)) {
        json["buffer"] = tile_json(route.buffer);
        return json;
    }
    Json hops = Json::array();
    for (const Hop& hop : route.hops)
        hops.push_back(Json::array({tile_json(hop.from), tile_json(hop.to)}));
    json["hops"] = std::move(hops);
    return json;
}

Json buffers_json(const std::vector<BufferSet>& buffers) {
    Json list = Json::array();
    for (const BufferSet& set : buffers)
        list.push_back({{"tile", tile_json(set.tile)},
                        {"net", set.net},
                        {"objects", set.objects},
                        {"bytes", set.size().count()},
                        {"locks", set.locks}});
    return list;
}

Json cost_json(const Cost& cost) {
    return {{"total", cost.total()},         {"circuits", cost.circuits}, {"packets", cost.packets},
            {"neighbours", cost.neighbours}, {"own_tile", cost.own_tile}, {"memory", cost.memory}};
}

Json measures_json(const Measures& measures) {
    return {{"route_length", measures.route_length},
            {"shared_nets", measures.shared_nets},
            {"stream_nets", measures.stream_nets},
            {"packet_nets", measures.packet_nets},
            {"buffer_bytes", measures.buffers.count()}};
}

Json points_json(const std::vector<Progress>& history) {
    Json points = Json::array();
    for (const Progress& point : history)
        points.push_back({{"moves", point.moves},
                          {"temperature", point.temperature},
                          {"estimate", point.estimate},
                          {"best", point.best ? Json(*point.best) : Json(nullptr)}});
    return points;
}

/// The bound, the gap between it and the cost, as a share of the cost, and how the solver's calls
/// ended.
Json solver_json(const Finding& finding, double cost) {
    const SolverCalls& calls = finding.calls;
    Json json{{"bound", nullptr}, {"gap", nullptr}};
    if (finding.bound) {
        json["bound"] = *finding.bound;
        json["gap"] = gap_of(*finding.bound, cost);
    }
    json["calls"] = {{"proven", calls.proven},
                     {"out_of_time", calls.out_of_time},
                     {"stopped", calls.stopped},
                     {"out_of_memory", calls.out_of_memory},
                     {"failed", calls.failed}};
    return json;
}

/// Text of the device that is valid in other folders, too, since results are also read from there.
std::string device_text(const Array& array) {
    return array.device_file().empty() ? array.device_name()
                                       : arch::found_anywhere_as(array.device_file());
}

Json choices_json(const Array& array) {
    const Choices& choices = array.choices();
    const Weights& weights = choices.weights;
    return {{"links", to_string(choices.links)},
            {"memory", to_string(choices.memory)},
            {"locks", to_string(choices.locks)},
            {"length", to_string(choices.length)},
            {"mem_tiles", to_string(choices.mem_tiles)},
            {"packets_per_channel", array.packets_per_channel()},
            {"weights",
             {{"circuit", weights.circuit},
              {"packet", weights.packet},
              {"neighbour", weights.neighbour},
              {"own_tile", weights.own_tile},
              {"byte", weights.byte}}},
            {"lsmo",
             {{"neighbourhood", to_string(choices.lsmo.neighbourhood)},
              {"cores", to_string(choices.lsmo.cores)},
              {"patience", choices.lsmo.patience}}}};
}

}  // namespace

std::string solution_json(const Netlist& netlist, const Array& array, const Solution& solution,
                          const Finding& finding) {
    const Cost costs = cost_of(netlist, array, solution);
    Json tiles = Json::array();
    for (const arch::TileId tile : solution.placement.tiles())
        tiles.push_back(tile_json(tile));
    Json nets = Json::array();
    for (NetId id = 0; id < netlist.net_count(); ++id)
        nets.push_back(net_json(id, solution.routes[static_cast<std::size_t>(id)]));
    Json json{{"schema_version", kSolutionVersion},
              {"device", device_text(array)},
              {"method", to_string(finding.method)},
              {"streams", to_string(finding.streams)},
              {"router", to_string(finding.router)},
              {"choices", choices_json(array)},
              {"seed", finding.seed},
              {"max_moves", finding.max_moves},
              {"moves", finding.moves},
              {"ended", to_string(finding.ended)},
              {"cost", cost_json(costs)},
              {"measures", measures_json(measures_of(netlist, array, solution))},
              {"tiles", std::move(tiles)},
              {"nets", std::move(nets)},
              {"buffers", buffers_json(buffers_of(netlist, array, solution))},
              {"netlist", Json::parse(netlist::canonical_json(netlist))},
              {"history", points_json(finding.history)}};
    if (finding.calls.all() > 0) json["solver"] = solver_json(finding, costs.total());
    return base::json_text(json, 1) + '\n';
}

std::string history_json(const Netlist& netlist, const Finding& finding) {
    const Json json{{"title", netlist.name + ", " + to_string(finding.method)},
                    {"history", points_json(finding.history)}};
    return base::json_text(json);
}

}  // namespace xdnasim::placement
