#pragma once
// Recordings made up for tests: units and when their events are asserted, written as trace words.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "test/support/temporary_folder.hpp"
#include "traces/comparison/recorded.hpp"
#include "traces/words/encoder.hpp"

namespace xdnasim::comparison {

struct Assertion {
    std::string event{};
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

struct ExampleUnit {
    words::Unit unit{words::Module::Core, {1, 2}};
    int packet_id = 1;
    std::vector<std::string> slots{};  ///< names of events
    std::vector<Assertion> assertions{};
    std::optional<std::uint64_t> start_timer = 1000;
    std::optional<std::uint64_t> stop{};

    void shift(std::int64_t cycles);
};

using Example = std::vector<ExampleUnit>;

/// A core that runs `kernels` kernels of 100 cycles, 120 cycles apart from the beginning of one to
/// that of the next, the first in cycle 500. It waits before the first one; a port moves data for
/// 60 cycles of each.
[[nodiscard]] ExampleUnit example_core(int kernels = 20);
/// A mem tile with a port that runs 60 of 120 cycles.
[[nodiscard]] ExampleUnit example_mem_tile(int objects = 20);

/// What the unit writes.
[[nodiscard]] std::vector<std::uint32_t> words_of(const ExampleUnit& unit);

/// Files: trace words, and the configuration with the names of slots.
struct ExampleFiles {
    std::filesystem::path words{};
    std::filesystem::path config{};
};
[[nodiscard]] ExampleFiles write_example(const TemporaryFolder& folder, const std::string& name,
                                         const Example& example);
[[nodiscard]] Recorded recorded(const Example& example, bool with_names = true);

}  // namespace xdnasim::comparison
