#include "workloads/gemm/gemm_design.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace xdnasim::gemm {
namespace {

double macs(const Extent& extent) {
    return static_cast<double>(extent.m) * static_cast<double>(extent.k) *
           static_cast<double>(extent.n);
}

}  // namespace

std::string to_string(const Extent& extent) {
    return fmt::format("{}x{}x{}", extent.m, extent.k, extent.n);
}

std::string to_string(BdReconfiguration protocol) {
    switch (protocol) {
        case BdReconfiguration::Overlapped:
            return "overlapped";
        case BdReconfiguration::Sequential:
            return "sequential";
        case BdReconfiguration::PingPong:
            return "ping-pong";
        case BdReconfiguration::FourSlots:
            break;
    }
    return "four-slots";
}

std::string to_string(RateSource source) {
    switch (source) {
        case RateSource::Slots:
            return "slots";
        case RateSource::Measured:
            break;
    }
    return "measured";
}

std::string to_string(Matrix matrix) {
    switch (matrix) {
        case Matrix::A:
            return "A";
        case Matrix::B:
            return "B";
        case Matrix::C:
            break;
    }
    return "C";
}

void GemmDesign::pad() {
    padded = {multiple_above(size.m, tile->m * rows),
              multiple_above(size.k, std::lcm(*k_mt, depth_of_b())),
              multiple_above(size.n, tile->n * columns)};
}

RowRange GemmDesign::a_rows_at(int column) const {
    RowRange range;
    for (int row = 0; row < rows; ++row) {
        if (a_column(row) != column) continue;
        if (range.count == 0) range.first = row;
        ++range.count;
    }
    return range;
}

int GemmDesign::max_a_rows() const {
    int max = 0;
    for (int column = 0; column < columns; ++column)
        max = std::max(max, a_rows_at(column).count);
    return max;
}

double GemmDesign::operations() const {
    return arch::kOperationsPerMac * macs(size);
}

double GemmDesign::useful_share() const {
    return macs(size) / macs(padded);
}

}  // namespace xdnasim::gemm
