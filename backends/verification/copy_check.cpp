#include "xdnasim/backends/verification/copy_check.hpp"

#include <random>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "xdnasim/backends/verification/byte_comparison.hpp"

namespace xdnasim::backends {
namespace {

/// "3 of 4096 bytes of B differ, first at row 1, byte 2: expected 7, got 0"
std::string describe_difference(const schedule::MatrixStream& matrix,
                                std::span<const std::byte> sent, std::span<const std::byte> back) {
    const Difference found = difference(sent, back);
    return fmt::format("{} of {} bytes of {} differ, first at row {}, byte {}: expected {}, got {}",
                       found.count, matrix.size().count(), matrix.name,
                       found.first / matrix.row_bytes, found.first % matrix.row_bytes,
                       found.expected, found.got);
}

}  // namespace

void fill_for_copies(const schedule::TransferDescription& transfer, std::uint64_t seed,
                     HostMemory& host) {
    std::mt19937_64 random{seed};
    for (const schedule::Copy& copy : transfer.copies)
        at(host, copy.from) = random_bytes(copy.matrix.size(), random);
}

Verification check_copies(const schedule::TransferDescription& transfer, const HostMemory& host) {
    std::vector<std::string> names;
    for (const schedule::Copy& copy : transfer.copies) {
        const auto& sent = at(host, copy.from);
        const auto& back = at(host, copy.to);
        if (sent != back) return {false, describe_difference(copy.matrix, sent, back), {}};
        names.push_back(copy.matrix.name);
    }
    return {true, fmt::format("every byte of {} came back", fmt::join(names, " and ")), {}};
}

}  // namespace xdnasim::backends
