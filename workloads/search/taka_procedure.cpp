#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::search {
namespace {

using gemm::Extent;

/// Number of tiles that are simulated in each step: those with the largest C.
constexpr std::size_t kMeasured = 3;
/// Throughputs that differ by a smaller share count as equal.
constexpr double kSame = 0.005;

/// A simulated choice, and its operations per second.
struct Measured {
    GemmChoice choice;
    double rate = 0;
};

class Taka final : public Strategy {
 public:
    explicit Taka(GemmDesigns& designs) : designs_{designs} {
        if (!designs.is_open(GemmKey::Tile))
            throw base::InputError{"--strategy taka: the problem gives a tile. Leave it out"};
        if (designs.question().given.t_ma)
            throw base::InputError{"--strategy taka: the problem gives t_ma. Give rho instead"};
        if (designs.question().sizes.size() > 1)
            throw base::InputError{
                "--strategy taka: only for a single size; allowed for several: exhaustive"};
        const auto [rows, columns] = designs.arrays().front();
        start_.rows = rows;
        start_.columns = columns;
        start_.rho = designs.rhos().front();
        start_.c_buffers = designs.c_buffers().front();
        start_.b_layout = designs.b_layouts().front();
        tiles_ = designs.tiles(start_.rho, start_.c_buffers);
        keep_whole_blocks();
    }

    std::vector<std::string> search(Bench& bench) override {
        decisions_.clear();
        const std::optional<Measured> balanced = balanced_tile(bench);
        if (!balanced) return decisions_;
        const GemmChoice choice = with_enough_k_mt(bench, *balanced);
        bench.measure(designs_.design(choice));
        return decisions_;
    }

 private:
    [[nodiscard]] GemmChoice with_tile(const Extent& tile) const {
        GemmChoice choice = start_;
        choice.tile = tile;
        choice.k_mt = tile.k;
        return choice;
    }

    /// Keeps the tiles that consist of whole blocks of r x t, as the kernels require.
    void keep_whole_blocks() {
        const gemm::GemmDesign& given = designs_.question().given;
        const arch::MatrixRate& rate = gemm::matrix_instruction(given, designs_.device());
        step_ = rate.s;
        const std::int64_t rows = std::int64_t{rate.r} * rate.block_rows * start_.rho;
        const std::int64_t columns = std::int64_t{rate.t} * rate.block_columns;
        std::erase_if(tiles_, [&](const Extent& tile) {
            return tile.m % rows != 0 || tile.n % columns != 0;
        });
    }

    /// Do the streams of A and B into a core keep up with its compute? Equations 1 to 4.
    [[nodiscard]] bool is_compute_bound(const Extent& tile) {
        const gemm::GemmDesign& given = designs_.question().given;
        const double compute = schedule::as_double(designs_.call_cycles(with_tile(tile)));
        const double stream = schedule::as_double(designs_.device().stream_width);
        const arch::Bytes a = given.a_size(tile.m / start_.rho * tile.k);
        const arch::Bytes b = given.b_size(tile.k * tile.n) / start_.rho;
        return compute * stream >= schedule::as_double(std::max(a, b));
    }

    [[nodiscard]] Extent optimum_of_a_core() {
        std::optional<Extent> best;
        std::pair<double, std::int64_t> best_rank;
        for (const Extent& tile : tiles_) {
            const std::pair rank{designs_.macs_per_cycle(with_tile(tile)), -tile.m * tile.n};
            if ((best && rank <= best_rank) || !is_compute_bound(tile)) continue;
            best = tile;
            best_rank = rank;
        }
        if (!best)
            throw base::InputError{
                "taka: every tile that fits into a core is limited by the streams of A and B, not "
                "by compute"};
        return *best;
    }

    /// The tiles of this depth with the largest C.
    [[nodiscard]] std::vector<Extent> widest(std::int64_t k) const {
        std::vector<Extent> all;
        std::ranges::copy_if(tiles_, std::back_inserter(all),
                             [k](const Extent& tile) { return tile.k == k; });
        std::ranges::stable_sort(all, std::ranges::greater{}, [](const Extent& tile) {
            return std::tuple{tile.m * tile.n, -std::abs(tile.m - tile.n)};
        });
        if (all.size() > kMeasured) all.resize(kMeasured);
        return all;
    }

    /// Is C larger? A tile that is shallower but not wider moves as many bytes, with more calls.
    [[nodiscard]] static bool is_wider(const std::vector<Extent>& tiles, std::int64_t c) {
        return !tiles.empty() && tiles.front().m * tiles.front().n > c;
    }

    /// Measured choices in the order of `choices`, without those that cannot be mapped.
    [[nodiscard]] std::vector<Measured> measure(Bench& bench,
                                                const std::vector<GemmChoice>& choices) {
        std::vector<Design> designs;
        for (const GemmChoice& choice : choices)
            designs.push_back(designs_.at_native_size(choice));
        const std::vector<const Trial*> trials = bench.measure(designs);
        std::vector<Measured> all;
        for (std::size_t i = 0; i < trials.size(); ++i) {
            if (trials[i] == nullptr) continue;
            const double operations = trials[i]->design.runs.front().workload->work().operations;
            all.push_back({choices[i], operations / trials[i]->cost.time.count()});
        }
        return all;
    }

    /// The choice with the deepest panels that the mem tiles can hold.
    [[nodiscard]] std::optional<GemmChoice> deepest(const Extent& tile) {
        GemmChoice choice = with_tile(tile);
        std::vector<std::int64_t> depths = designs_.k_mts(tile);
        std::ranges::reverse(depths);
        for (const std::int64_t k_mt : depths) {
            choice.k_mt = k_mt;
            if (designs_.fits(choice)) return choice;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Measured> best_of(Bench& bench, const std::vector<Extent>& tiles) {
        std::vector<GemmChoice> choices;
        for (const Extent& tile : tiles)
            if (const auto choice = deepest(tile)) choices.push_back(*choice);
        const std::vector<Measured> all = measure(bench, choices);
        if (all.empty()) return std::nullopt;
        return *std::ranges::max_element(all, {}, &Measured::rate);
    }

    void say(const char* what, const Measured& measured, const std::string& why) {
        decisions_.push_back(fmt::format("{}: {}, k_mt {}, {:.2f} TOPS{}", what,
                                         to_string(measured.choice.tile), measured.choice.k_mt,
                                         measured.rate / arch::kGigaPerTera, why));
    }

    [[nodiscard]] std::optional<Measured> balanced_tile(Bench& bench) {
        const Extent optimum = optimum_of_a_core();
        std::optional<Measured> best = best_of(bench, {optimum});
        if (best) say("best tile of a single core", *best, "");
        double most = best ? best->rate : 0;
        std::int64_t c = optimum.m * optimum.n;
        for (std::int64_t k = optimum.k - step_; k > 0; k -= step_) {
            const std::vector<Extent> tiles = widest(k);
            if (!is_wider(tiles, c)) continue;
            c = tiles.front().m * tiles.front().n;
            const auto next = best_of(bench, tiles);
            if (!next) continue;
            const bool falls = next->rate < most * (1 - kSame);
            const bool compute =
                designs_.forecast(next->choice).longest.binding().limit == schedule::Limit::Compute;
            const char* const verdict = next->rate > most ? ": it grows"
                                        : !falls  ? ": it stays, with less to move in the memory"
                                        : compute ? ": it falls, and compute binds"
                                                  : ": it falls, but the memory still binds";
            say("less of K, more of C", *next, verdict);
            if (!falls) best = next;
            if (falls && compute) break;
            most = std::max(most, next->rate);
        }
        if (best) say("balanced tile", *best, "");
        return best;
    }

    [[nodiscard]] GemmChoice with_enough_k_mt(Bench& bench, const Measured& balanced) {
        GemmChoice choice = balanced.choice;
        std::vector<GemmChoice> choices;
        for (const std::int64_t k_mt : designs_.k_mts(choice.tile)) {
            choice.k_mt = k_mt;
            if (designs_.fits(choice)) choices.push_back(choice);
        }
        const std::vector<Measured> all = measure(bench, choices);
        if (all.empty()) return balanced.choice;
        const double most = std::ranges::max_element(all, {}, &Measured::rate)->rate;
        const Measured& enough = *std::ranges::find_if(
            all, [&](const Measured& one) { return one.rate >= most * (1 - kSame); });
        say("smallest k_mt at which it does not grow any more", enough, "");
        return enough.choice;
    }

    GemmDesigns& designs_;
    GemmChoice start_;
    std::vector<Extent> tiles_;
    std::int64_t step_ = 0;  ///< s of the matrix instruction
    std::vector<std::string> decisions_;
};

}  // namespace

std::unique_ptr<Strategy> make_taka(GemmDesigns& designs) {
    return std::make_unique<Taka>(designs);
}

}  // namespace xdnasim::search
