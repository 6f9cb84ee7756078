#include "workloads/gemm/packs/buffer_placement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/schedule/mapping_error.hpp"

namespace xdnasim::gemm::packs {

using arch::Bytes;
using schedule::MappingError;

namespace {

constexpr std::size_t kMaxInBank = 2;

/// Buffers by bank, in the order in which they lie there.
using Banks = std::vector<std::vector<Spot>>;

bool holds(const std::vector<Spot>& bank, Matrix matrix) {
    return std::ranges::any_of(bank, [&](const Spot& spot) { return spot.matrix == matrix; });
}

/// Returns whether the other buffer of the matrix is in this bank or in a neighbouring one.
bool meets_its_double(const Banks& banks, std::size_t bank, Matrix matrix) {
    const std::size_t first = bank == 0 ? 0 : bank - 1;
    const std::size_t last = std::min(bank + 1, banks.size() - 1);
    for (std::size_t i = first; i <= last; ++i)
        if (holds(banks[i], matrix)) return true;
    return false;
}

bool takes(const Banks& banks, std::size_t bank, Matrix matrix) {
    if (meets_its_double(banks, bank, matrix)) return false;
    return matrix == Matrix::C ? banks[bank].size() < kMaxInBank : banks[bank].empty();
}

void require_room(const std::vector<Spot>& spots, const arch::Device& device) {
    const Bytes memory = device.comp_tile.memory;
    for (const Spot& spot : spots)
        if (spot.end() > memory)
            throw MappingError{
                "gemm.tile",
                fmt::format("gemm.tile: buffer {} of {} bytes would end at {}, {} beyond the end "
                            "of the memory; allowed: smaller tiles, or another gemm.placement",
                            spot.name(), spot.size.count(), spot.end().count(),
                            (spot.end() - memory).count())};
}

}  // namespace

std::string Spot::name() const {
    return fmt::format("{}{}", to_string(matrix), turn);
}

ProgramBanks program_banks(const arch::Device& device) {
    return {device.core.banks.count / 2, device.core.banks.size * std::int64_t{2}};
}

std::vector<Spot> place_by_address(const std::vector<MatrixBuffers>& matrices,
                                   const arch::Device& device) {
    const ProgramBanks program = program_banks(device);
    Banks banks(static_cast<std::size_t>(program.count));
    for (const MatrixBuffers& matrix : matrices)
        for (int turn = 0; turn < kTurns; ++turn) {
            std::size_t bank = 0;
            while (bank < banks.size() && !takes(banks, bank, matrix.matrix))
                ++bank;
            if (bank == banks.size())
                throw MappingError{
                    "gemm.placement",
                    fmt::format("gemm.placement: no bank is left for {}{}; allowed: location",
                                to_string(matrix.matrix), turn)};
            banks[bank].push_back({matrix.matrix, turn, {}, matrix.size});
        }
    std::vector<Spot> spots;
    Bytes end{};
    for (std::size_t bank = 0; bank < banks.size(); ++bank) {
        end = std::max(end, program.size * static_cast<std::int64_t>(bank));
        for (Spot spot : banks[bank]) {
            spot.address = end;
            end = spot.end();
            spots.push_back(spot);
        }
    }
    require_room(spots, device);
    return spots;
}

std::vector<Spot> place_by_location(const std::vector<MatrixBuffers>& matrices,
                                    const arch::Device& device) {
    std::vector<Spot> spots;
    Bytes end{};
    for (const MatrixBuffers& matrix : matrices)
        for (int turn = 0; turn < kTurns; ++turn) {
            spots.push_back({matrix.matrix, turn, end, matrix.size});
            end = spots.back().end();
        }
    require_room(spots, device);
    return spots;
}

}  // namespace xdnasim::gemm::packs
