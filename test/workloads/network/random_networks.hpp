#pragma once
// Texts of problem files with random networks.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "test/workloads/network/network_problem.hpp"

namespace xdnasim::network::test {

/// Draws problem files with small networks of one to four layers and random values for all kinds of
/// keys.
class RandomNetworks {
 public:
    /// `samples`: maximum number of samples of a network.
    explicit RandomNetworks(int samples) : samples_{samples} {}

    /// Text of the next problem file.
    std::string next() {
        const int layers = pick(1, 4);
        const int aggregated = pick(0, 3) == 0 ? pick(0, layers - 1) : layers;
        const bool is_mean = pick(0, 1) == 0;
        std::vector<std::string> all;
        for (int i = 0; i < layers; ++i) {
            std::string layer = fmt::format("width: {}", pick(1, 64));
            if (pick(0, 1) == 0) layer += ", bias: true";
            if (pick(0, 1) == 0) layer += ", relu: true";
            if (pick(0, 3) == 0) layer += fmt::format(", shift: {}", pick(0, 12));
            if (i == aggregated) layer += is_mean ? ", aggregate: mean" : ", aggregate: sum";
            if (pick(0, 2) > 0) layer += split(i == aggregated);
            if (i > 0 && pick(0, 1) == 0)
                layer += ", link: " + to_string(kLinks.at(static_cast<std::size_t>(pick(1, 3))));
            all.push_back(std::move(layer));
        }
        const int rows = aggregated < layers && is_mean ? 8 << pick(0, 2) : pick(1, 32);
        return text_of(rows, pick(1, 40), all,
                       fmt::format("  samples: {}\n  rounding: {}\n  seed: {}\n", pick(1, samples_),
                                   rounding(), pick(0, 1000)));
    }
    std::uint64_t seed() { return random_(); }

 private:
    int pick(int min, int max) {
        return min + static_cast<int>(random_() % static_cast<unsigned>(max - min + 1));
    }
    std::string split(bool before_aggregation) {
        return fmt::format(", split: {{a: {}, b: {}, c: {}}}", 1 << pick(0, 2), 1 << pick(0, 2),
                           before_aggregation ? 1 : 1 << pick(0, 2));
    }
    std::string rounding() {
        return to_string(kernels::kRoundings.at(static_cast<std::size_t>(pick(0, 7))));
    }

    int samples_;
    std::mt19937_64 random_{24};
};

}  // namespace xdnasim::network::test
