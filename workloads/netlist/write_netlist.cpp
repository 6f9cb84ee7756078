#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "workloads/netlist/netlist_file.hpp"

namespace xdnasim::netlist {
namespace {

using Json = nlohmann::json;  // keeps its keys in alphabetical order

Json cores_json(const Netlist& netlist) {
    Json list = Json::array();
    for (const Core& core : netlist.cores)
        list.push_back({{"id", list.size()}, {"type", type_name(core.kind)}, {"name", core.name}});
    return list;
}

Json nets_json(const Netlist& netlist) {
    Json list = Json::array();
    for (const Net& net : netlist.nets)
        list.push_back({{"id", list.size()},
                        {"src_id", net.source},
                        {"dst_ids", net.sinks},
                        {"depths", net.depths},
                        {"byte_size_per_depth", net.object.count()},
                        {"initial_tokens", net.initial_tokens}});
    return list;
}

Json links_json(const Netlist& netlist) {
    Json list = Json::array();
    for (const Link& link : netlist.links)
        list.push_back({{"type", to_string(link.kind)},
                        {"mem", link.mem},
                        {"in", link.in},
                        {"out", link.out}});
    return list;
}

}  // namespace

std::string canonical_json(const Netlist& netlist) {
    const Json json{{"name", netlist.name},
                    {"device", netlist.device},
                    {"nodes", cores_json(netlist)},
                    {"nets", nets_json(netlist)},
                    {"links", links_json(netlist)}};
    return base::json_text(json);
}

}  // namespace xdnasim::netlist
