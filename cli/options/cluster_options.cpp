#include "cli/options/cluster_options.hpp"

#include <limits>

#include <fmt/format.h>

#include "base/node.hpp"

namespace xdnasim::cli {

void ClusterOptions::add_to(CLI::App& command, const char* what) {
    CLI::Option* const scheduler =
        command
            .add_option("--scheduler", scheduler_,
                        fmt::format("Run the {} on the Dask cluster of this scheduler, such as "
                                    "tcp://host:8786",
                                    what))
            ->type_name("ADDRESS");
    points_option_ =
        command
            .add_option("--points", points_,
                        fmt::format("Run only the {} with these numbers, and print for each the "
                                    "line that --keep saves; for schedulers",
                                    what))
            ->delimiter(',')
            ->type_name("N,N")
            ->excludes(scheduler);
}

void ClusterOptions::exclude(CLI::App& command, std::initializer_list<const char*> results) {
    for (const char* const result : results)
        points_option_->excludes(command.get_option(result));
}

std::vector<std::int64_t> ClusterOptions::points() const {
    constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> numbers;
    for (const std::string& text : points_)
        numbers.push_back(base::option_value("--points", text).as_int(0, kMaxNumber));
    return numbers;
}

}  // namespace xdnasim::cli
