#pragma once
// Artificial recordings: units with the intervals in which their events are asserted, encoded as
// trace words.

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
    std::vector<std::string> slots{};  ///< names of the slots' events
    std::vector<Assertion> assertions{};
    std::optional<std::uint64_t> start_timer = 1000;
    std::optional<std::uint64_t> stop{};

    void shift(std::int64_t cycles);
};

using Example = std::vector<ExampleUnit>;

/// A core with `kernels` kernel calls of 100 cycles, which begin every 120 cycles from cycle 500
/// on. The core waits before the first call. A port moves data for 60 cycles of each call.
[[nodiscard]] ExampleUnit example_core(int kernels = 20);
/// A MemTile with a port that moves data in 60 of every 120 cycles.
[[nodiscard]] ExampleUnit example_mem_tile(int objects = 20);

/// The trace words that the unit writes.
[[nodiscard]] std::vector<std::uint32_t> words_of(const ExampleUnit& unit);

/// Paths of the trace words, and of the configuration with the names of slots.
struct ExampleFiles {
    std::filesystem::path words{};
    std::filesystem::path config{};
};
[[nodiscard]] ExampleFiles write_example(const TemporaryFolder& folder, const std::string& name,
                                         const Example& example);
[[nodiscard]] Recorded recorded(const Example& example, bool with_names = true);

}  // namespace xdnasim::comparison
