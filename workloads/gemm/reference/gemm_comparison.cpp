#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stop_request.hpp"
#include "workloads/gemm/reference/elements.hpp"
#include "workloads/gemm/reference/gemm_reference.hpp"
#include "workloads/gemm/reference/tiled_matrix.hpp"

namespace xdnasim::gemm {
namespace {

using kernels::DataType;

struct Difference {
    std::int64_t row, column;
    double lowest, highest, computed;
};

/// Differences in the part of C without padding, or in the padding.
struct Differences {
    std::optional<Difference> first;
    std::int64_t count = 0;
};

struct Findings {
    Differences asked;
    Differences padding;
    std::int64_t single = 0;  ///< outputs without padding for which only one value is right
    double widest = 0;  ///< largest distance from the lowest to the highest value of such an output
    std::int64_t saturated = 0;  ///< such outputs at an end of their integer type
};

/// Compares C row by row.
class Examination {
 public:
    Examination(const GemmDesign& gemm, const Expected& expected,
                std::span<const std::byte> computed)
        : gemm_{gemm},
          expected_{expected},
          computed_{computed},
          type_{gemm.c_is_tiled() ? DataType::F32 : gemm.c_type},
          lowest_row_(static_cast<std::size_t>(gemm.padded.n)),
          highest_row_(lowest_row_),
          computed_row_(lowest_row_) {}

    Findings examine() {
        for (std::int64_t row = 0; row < gemm_.padded.m; ++row) {
            base::stop_if_called_off();
            read(row);
            if (row < gemm_.size.m) count_asked();
            if (!equals_lowest(row)) look_for_differences(row);
        }
        return findings_;
    }

 private:
    [[nodiscard]] std::size_t pitch() const {
        return lowest_row_.size() * static_cast<std::size_t>(kernels::size_of(type_).count());
    }
    [[nodiscard]] const std::byte* at(std::span<const std::byte> c, std::int64_t row) const {
        return c.data() + static_cast<std::size_t>(row) * pitch();
    }
    [[nodiscard]] bool equals_lowest(std::int64_t row) const {
        return std::memcmp(at(expected_.lowest, row), at(computed_, row), pitch()) == 0;
    }

    void read(std::int64_t row) {
        const bool same = expected_.highest.empty();
        widen(type_, at(expected_.lowest, row), lowest_row_);
        widen(type_, at(same ? expected_.lowest : expected_.highest, row), highest_row_);
        widen(type_, at(computed_, row), computed_row_);
    }

    void count_asked() {
        const auto asked = static_cast<std::size_t>(gemm_.size.n);
        for (std::size_t j = 0; j < asked; ++j) {
            findings_.single += lowest_row_[j] == highest_row_[j] ? 1 : 0;
            findings_.widest = std::max(findings_.widest, highest_row_[j] - lowest_row_[j]);
        }
        if (!is_integer(gemm_.c_type)) return;
        const auto [min, max] = limits_of(gemm_.c_type);
        for (std::size_t j = 0; j < asked; ++j)
            findings_.saturated += lowest_row_[j] == min || lowest_row_[j] == max ? 1 : 0;
    }

    void look_for_differences(std::int64_t row) {
        for (std::int64_t column = 0; column < gemm_.padded.n; ++column) {
            const auto j = static_cast<std::size_t>(column);
            const double computed = computed_row_[j];
            if (lowest_row_[j] <= computed && computed <= highest_row_[j]) continue;
            const bool asked = row < gemm_.size.m && column < gemm_.size.n;
            Differences& differences = asked ? findings_.asked : findings_.padding;
            ++differences.count;
            if (differences.first) continue;
            differences.first = {row, column, lowest_row_[j], highest_row_[j], computed};
        }
    }

    const GemmDesign& gemm_;
    const Expected& expected_;
    std::span<const std::byte> computed_;  ///< C, row by row
    DataType type_;
    std::vector<double> lowest_row_, highest_row_, computed_row_;
    Findings findings_;
};

/// "2 of 12 outputs differ, first at row 1, column 2: expected 7, got 8"
std::string describe(const Differences& differences, std::int64_t all, std::string_view what) {
    const auto& [row, column, lowest, highest, computed] = *differences.first;
    const std::string right =
        lowest == highest ? fmt::format("{}", lowest) : fmt::format("{} to {}", lowest, highest);
    return fmt::format("{} of {} {} differ, first at row {}, column {}: expected {}, got {}",
                       base::grouped(differences.count), base::grouped(all), what, row, column,
                       right, computed);
}

std::string success(const GemmDesign& gemm, const Findings& findings, std::int64_t outputs) {
    const std::string all = base::grouped(outputs);
    const std::string slices = base::grouped(gemm.padded.k / gemm.tile->k);
    switch (gemm.c_type) {
        case DataType::Bf16:
        case DataType::Bfp16ebs8:
            return fmt::format(
                "all {} outputs within the rounding error allowed for {} roundings; for {:.1f} % "
                "of them only one {} value lies within it",
                all, slices,
                100 * static_cast<double>(findings.single) / static_cast<double>(outputs),
                to_string(gemm.c_type));
        case DataType::F32:
            return fmt::format(
                "all {} outputs within the bounds of {} sums in fp32, which are at most {:.2g} "
                "apart",
                all, slices, findings.widest);
        case DataType::Int8:
        case DataType::Int16:
        case DataType::Int32:
            break;
    }
    return outputs == 1 ? "the only output is equal" : fmt::format("all {} outputs equal", all);
}

std::string message(const GemmDesign& gemm, const Findings& findings) {
    const std::int64_t outputs = gemm.size.m * gemm.size.n;
    if (findings.asked.first) return describe(findings.asked, outputs, "outputs");
    const std::string asked = success(gemm, findings, outputs);
    if (!findings.padding.first) return asked;
    return fmt::format(
        "{}, but {}", asked,
        describe(findings.padding, gemm.padded.m * gemm.padded.n - outputs, "in the padding"));
}

}  // namespace

schedule::Verification compare(const GemmDesign& gemm, const Expected& expected,
                               std::span<const std::byte> computed) {
    std::vector<std::byte> lines;
    if (gemm.c_is_tiled()) {
        lines = lines_of(tiled_c(gemm), computed);
        computed = lines;
    }
    assert(expected.lowest.size() == computed.size());
    const Findings findings = Examination{gemm, expected, computed}.examine();
    schedule::Verification comparison{.passed = !findings.asked.first && !findings.padding.first,
                                      .message = message(gemm, findings)};
    if (is_integer(gemm.c_type)) {
        comparison.saturated_share = static_cast<double>(findings.saturated) /
                                     static_cast<double>(gemm.size.m * gemm.size.n);
    }
    return comparison;
}

}  // namespace xdnasim::gemm
