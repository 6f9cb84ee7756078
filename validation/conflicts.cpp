#include "base/yaml.hpp"
#include "validation/data_files.hpp"
#include "validation/regression_json.hpp"

namespace xdnasim::validation {
namespace {

Conflict::Side read_side(const base::Node& node) {
    base::MapReader entry{node, "sides"};
    Conflict::Side side{.claim = entry.require("claim").as_string(), .rows = {}};
    for (const base::Node& row : entry.require("rows").as_sequence())
        side.rows.push_back(row.as_string());
    entry.finish();
    return side;
}

Conflict read_conflict(const base::Node& node) {
    base::MapReader entry{node, "conflicts"};
    Conflict conflict{.title = entry.require("title").as_string(),
                      .why = entry.require("why").as_string(),
                      .sides = {}};
    for (const base::Node& side : entry.require("sides").as_sequence())
        conflict.sides.push_back(read_side(side));
    entry.finish();
    return conflict;
}

}  // namespace

std::vector<Conflict> load_conflicts(const std::filesystem::path& file) {
    const base::Node document = base::load_yaml(file);
    base::MapReader root{document};
    std::vector<Conflict> conflicts;
    for (const base::Node& node : root.require("conflicts").as_sequence())
        conflicts.push_back(read_conflict(node));
    root.finish();
    return conflicts;
}

std::vector<Conflict> known_conflicts() {
    return load_conflicts(measured_file("conflicts.yaml"));
}

}  // namespace xdnasim::validation
