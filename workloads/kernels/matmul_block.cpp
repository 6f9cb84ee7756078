#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {

using arch::RegisterFile;
using vliw::InstructionList;
using vliw::RegisterUse;

namespace {

Passage passage_of(const Matmul& matmul) {
    switch (matmul.c) {
        case DataType::Int8:
        case DataType::Int16:
            return Passage::Shifted;
        case DataType::Int32:
            return accumulator_bits(matmul.a) == 32 ? Passage::AsItIs : Passage::Shifted;
        case DataType::F32:
            return Passage::AsItIs;
        case DataType::Bf16:
        case DataType::Bfp16ebs8:
            break;
    }
    return Passage::Converted;
}

const char* load_of(Passage passage) {
    switch (passage) {
        case Passage::Shifted:
            return "vlda.ups";
        case Passage::Converted:
            return "vlda.conv";
        case Passage::AsItIs:
            break;
    }
    return "vlda";
}

const char* store_of(Passage passage) {
    switch (passage) {
        case Passage::Shifted:
            return "vst.srs";
        case Passage::Converted:
            return "vst.conv";
        case Passage::AsItIs:
            break;
    }
    return "vst";
}

}  // namespace

BlockOfC::BlockOfC(const Matmul& matmul, const arch::SlotModel& slots, Blocking blocking)
    : matmul_{matmul},
      slots_{slots},
      blocking_{blocking},
      passage_{passage_of(matmul)},
      tile_bits_{bits_of(matmul.c, matmul.r * matmul.t)} {}

InstructionList BlockOfC::loaded() const {
    InstructionList list;
    for_each_tile(blocking_, [&](const std::string& tile, int, int) {
        load_parts(list, load_of(passage_), "C", tile, parts(tile_bits_, slots_.load_bits));
    });
    walk_c(list);
    return list;
}

/// Tiles of C lie row-major in memory, and so do the blocks.
void BlockOfC::walk_c(InstructionList& list) const {
    const std::int64_t tile = tile_bits_ / arch::kBitsPerByte;
    const std::int64_t row = tile * (matmul_.n / matmul_.t);
    std::size_t at = 0;
    const auto accesses =
        list.size() / static_cast<std::size_t>(blocking_.rows * blocking_.columns);
    for_each_tile(blocking_, [&](const std::string&, int i, int j) {
        for (std::size_t part = 0; part < accesses; ++part)
            list[at++].walk = vliw::Walk{.offset = i * row + j * tile +
                                                   static_cast<std::int64_t>(part) * tile /
                                                       static_cast<std::int64_t>(accesses),
                                         .row = row * blocking_.rows,
                                         .column = tile * blocking_.columns};
    });
}

void BlockOfC::load_parts(InstructionList& list, const char* operation, const std::string& array,
                          const std::string& tile, int loads) const {
    int taken = 0;
    for (int part = 0; part < loads; ++part) {
        list.push_back({.operation = operation,
                        .label = fmt::format("ld {}", part_name(tile, part)),
                        .writes = part_name(tile, part),
                        .memory = array});
        // If several loads fill one accumulator, the first takes its registers.
        const int needed = parts((part + 1) * accumulators_of_tile(matmul_), loads);
        if (needed > taken)
            list.back().result = RegisterUse{RegisterFile::Accumulator, needed - taken};
        taken = needed;
    }
}

int BlockOfC::bias_parts(int row) const {
    const int bits = accumulators_of_tile(matmul_) * kAccumulatorBits;
    return parts(bits, row == 0 ? slots_.load_bits : kWideAccumulatorBits);
}

InstructionList BlockOfC::biased() const {
    const int registers =
        std::min(accumulators_of_tile(matmul_), kWideAccumulatorBits / kAccumulatorBits);
    InstructionList list;
    // The parts of the column's first tile, which its other tiles copy.
    std::vector<std::string> first;
    for_each_tile(blocking_, [&](const std::string& tile, int row, int) {
        if (row == 0) {
            load_parts(list, "vlda", "bias", tile, bias_parts(0));
            first = bias_values(tile, 0);
            return;
        }
        for (const std::string& part : bias_values(tile, row))
            list.push_back({.operation = "vmov",
                            .label = "bias " + part,
                            .reads = first,
                            .writes = part,
                            .result = RegisterUse{RegisterFile::Accumulator, registers}});
    });
    return list;
}

std::vector<std::string> BlockOfC::bias_values(const std::string& tile, int row) const {
    std::vector<std::string> values;
    for (int part = 0; part < bias_parts(row); ++part)
        values.push_back(part_name(tile, part));
    return values;
}

InstructionList BlockOfC::stored() const {
    InstructionList list;
    for_each_tile(blocking_, [&](const std::string& tile, int, int) {
        for (int part = 0; part < parts(tile_bits_, slots_.store_bits); ++part)
            list.push_back({.operation = store_of(passage_),
                            .label = fmt::format("st {}", part_name(tile, part)),
                            .reads = {tile},
                            .memory = "C"});
    });
    walk_c(list);
    return list;
}

InstructionList BlockOfC::stored_rectified() const {
    InstructionList list;
    for_each_tile(blocking_, [&](const std::string& tile, int, int) { rectify(list, tile); });
    return list;
}

/// ReLU works on vectors: the tile is moved into vectors by the SRS unit.
void BlockOfC::rectify(InstructionList& list, const std::string& tile) const {
    const char* const to_vector = passage_ == Passage::AsItIs ? "vmov" : "vsrs";
    for (int from = 0; from < tile_bits_; from += kWideVectorBits) {
        const int bits = std::min(kWideVectorBits, tile_bits_ - from);
        const RegisterUse registers{RegisterFile::Vector, vector_registers(bits)};
        const std::string part = part_name(tile, from / kWideVectorBits);
        list.push_back({.operation = to_vector,
                        .label = "vector " + part,
                        .reads = {tile},
                        .writes = part + "v",
                        .result = registers});
        list.push_back({.operation = "vmax",
                        .label = "relu " + part,
                        .reads = {part + "v"},
                        .writes = part + "r",
                        .result = registers});
        for (int stored = 0; stored < parts(bits, slots_.store_bits); ++stored)
            list.push_back({.operation = "vst",
                            .label = "st " + part_name(part, stored),
                            .reads = {part + "r"},
                            .memory = "C"});
    }
}

}  // namespace xdnasim::kernels
