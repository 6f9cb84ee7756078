#include "workloads/placed_schedule/placement_section.hpp"

#include <fmt/format.h>

#include "base/stop_request.hpp"
#include "workloads/placement/tying_methods.hpp"

namespace xdnasim::placed_schedule {

using parameters::OneOf;
using parameters::Whole;

parameters::Table<PlacementQuestion> parameter_table() {
    parameters::Table<PlacementQuestion> table;
    table
        .optional(
            "method", OneOf{placement::kTyingMethods},
            {"", fmt::format("method that finds the tiles (default: {})",
                             to_string(PlacementQuestion{}.method))},
            [](auto& question) -> auto& { return question.method; })
        .optional(
            "seed", Whole{0, placement::kMaxSeed},
            {"", fmt::format("seed of the random numbers (default: {})", PlacementQuestion{}.seed)},
            [](auto& question) -> auto& { return question.seed; })
        .optional(
            "moves", Whole{1, placement::kMaxMoves},
            {"moves", fmt::format("number of moves of the annealing (default: {})",
                                  PlacementQuestion{}.moves)},
            [](auto& question) -> auto& { return question.moves; });
    return table;
}

PlacementQuestion read_section(const base::Node& section) {
    PlacementQuestion question;
    parameter_table().read(section, "placement", question);
    return question;
}

std::vector<parameters::Description> describe_section() {
    return parameter_table().descriptions();
}

std::shared_ptr<const schedule::Workload> placed_anew(std::shared_ptr<const schedule::Workload> own,
                                                      const arch::Device& device,
                                                      const PlacementQuestion& question,
                                                      const OnSearch& on_search) {
    const PlaceableWorkload placeable{std::move(own), device};
    const auto router = placeable.router();
    placement::Search search{
        placeable.netlist(),
        placeable.array(),
        *router,
        {.seed = static_cast<std::uint64_t>(question.seed),
         .max_moves = question.moves,
         .present = placeable.start(question.method),
         .doubts = placeable.doubts(),
         .may_go_on =
             [] {
                 base::stop_if_called_off();
                 return true;
             },
         .on_progress =
             [&](const placement::Progress& progress) { on_search(progress, question.moves); }}};
    placement::make_placer(question.method)->place(search);
    if (search.best()) return placeable.placed(*search.best(), question);
    throw schedule::MappingError{
        "placement",
        fmt::format("{} finds no legal placement{}. Try another method or seed, or more moves, or "
                    "leave out `placement` to use the workload's own rules",
                    to_string(question.method), placeable.nearest_text(search))};
}

}  // namespace xdnasim::placed_schedule
