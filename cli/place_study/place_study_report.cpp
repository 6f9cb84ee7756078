#include <fmt/format.h>

#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/place_study/place_case.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidestCell = 40;

Json contestant_json(const ContestantSummary& summary) {
    return {{"name", summary.name},
            {"solved", summary.solved},
            {"proven", summary.proven},
            {"stuck", summary.stuck},
            {"seconds", summary.seconds},
            {"processor_s", summary.processor_s},
            {"cost", summary.cost},
            {"run_us", summary.run_us},
            {"run_4_bytes_us", summary.run_4_bytes_us},
            {"route_length", summary.route_length},
            {"buffer_bytes", summary.buffer_bytes},
            {"shared_nets", summary.shared_nets},
            {"stream_nets", summary.stream_nets}};
}

std::string method_table(const PlaceStudySummary& summary) {
    std::vector<Row> rows{{"method", "solved", "proven", "processor, s", "cost", "run, us",
                           "4 bytes, us", "hops", "buffers, B", "shared", "streams"}};
    for (const ContestantSummary& each : summary.contestants) {
        if (each.solved == 0) {
            rows.push_back({each.name, "0", "0", "-", "-", "-", "-", "-", "-", "-", "-"});
            continue;
        }
        rows.push_back(
            {each.name, fmt::format("{}", each.solved), fmt::format("{}", each.proven),
             fmt::format("{:.2f}", each.processor_s), fmt::format("{:.1f}", each.cost),
             fmt::format("{:.1f}", each.run_us), fmt::format("{:.1f}", each.run_4_bytes_us),
             fmt::format("{:.2f}", each.route_length),
             base::grouped(static_cast<std::int64_t>(each.buffer_bytes)),
             fmt::format("{:.0f}", each.shared_nets), fmt::format("{:.0f}", each.stream_nets)});
    }
    return aligned(rows, kWidestCell);
}

std::string class_table(const PlaceStudyOptions& options, const PlaceStudySummary& summary) {
    std::vector<Row> rows{{"solved, of", "all"}};
    for (const Contestant& contestant : options.contestants)
        rows.front().push_back(contestant.name());
    for (const ClassSummary& each : summary.classes) {
        Row& row = rows.emplace_back(Row{each.name, fmt::format("{}", each.netlists)});
        for (const int solved : each.solved)
            row.push_back(fmt::format("{}", solved));
    }
    return aligned(rows, kWidestCell);
}

}  // namespace

std::string place_study_json(const PlaceStudyOptions& options, const PlaceStudy& study,
                             const PlaceStudySummary& summary) {
    Json contestants = Json::array();
    for (const ContestantSummary& each : summary.contestants)
        contestants.push_back(contestant_json(each));
    Json classes_json = Json::array();
    for (const ClassSummary& each : summary.classes)
        classes_json.push_back(
            {{"name", each.name}, {"netlists", each.netlists}, {"solved", each.solved}});
    Json cases = Json::array();
    for (const PlaceCase& each : study.cases)
        cases.push_back(case_json(each));
    const Json document{{"version", XDNASIM_VERSION},
                        {"made_by", study.made_by},
                        {"budget", options.budget.count()},
                        {"seeds", options.seeds},
                        {"moves", options.moves},
                        {"firings", options.firings},
                        {"netlists", options.netlists.size()},
                        {"common", summary.common},
                        {"methods", std::move(contestants)},
                        {"classes", std::move(classes_json)},
                        {"cases", std::move(cases)}};
    return base::json_text(document, 1) + '\n';
}

std::string place_study_report(const PlaceStudyOptions& options, const PlaceStudySummary& summary) {
    const auto netlists = static_cast<std::int64_t>(options.netlists.size());
    return labelled("netlists", base::counted(netlists, "netlist")) +
           labelled("each",
                    fmt::format("{} s of a processor, {} of annealing at most, {}",
                                options.budget.count(), base::counted(options.moves, "move"),
                                base::counted(options.seeds, "seed"))) +
           labelled("means", fmt::format("over {} that all methods solve; medians over seeds",
                                         base::counted(std::ssize(summary.common), "netlist"))) +
           '\n' + method_table(summary) + '\n' + class_table(options, summary);
}

}  // namespace xdnasim::cli
