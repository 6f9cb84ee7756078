#include "backends/mlir/write_registers.hpp"

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/mlir/names.hpp"
#include "base/error.hpp"

namespace xdnasim::mlir {

void RegisterText::write(const txn::Write& write) {
    if (has_values(writing_.release)) {
        const std::string address = writing_.number(write.at.offset);
        const std::string value = writing_.number(write.value);
        writing_.text.line(
            "aiex.npu.write32({}, {}) {{column = {} : i32, row = {} : i32}} : i32, i32", address,
            value, write.at.tile.column, write.at.tile.row);
        return;
    }
    writing_.text.line(
        "aiex.npu.write32 {{address = {} : ui32, column = {} : i32, row = {} : i32, value = {} "
        ": ui32}}",
        write.at.offset, write.at.tile.column, write.at.tile.row, write.value);
}

void RegisterText::write(const txn::MaskWrite& write) {
    if (has_values(writing_.release)) {
        const std::string address = writing_.number(write.at.offset);
        const std::string value = writing_.number(write.value);
        const std::string mask = writing_.number(write.mask);
        writing_.text.line(
            "aiex.npu.maskwrite32({}, {}, {}) {{column = {} : i32, row = {} : i32}} : i32, "
            "i32, i32",
            address, value, mask, write.at.tile.column, write.at.tile.row);
        return;
    }
    writing_.text.line(
        "aiex.npu.maskwrite32 {{address = {} : ui32, column = {} : i32, mask = {} : ui32, row "
        "= {} : i32, value = {} : ui32}}",
        write.at.offset, write.at.tile.column, write.mask, write.at.tile.row, write.value);
}

void RegisterText::write(const txn::MaskPoll& poll) {
    if (writing_.release != Release::Current)
        throw base::InputError{
            "the runtime sequence waits for room in a task queue, which no operation of mlir-aie "
            "1.3.4 does; export for the current release"};
    const std::string address = writing_.number(poll.at.offset);
    const std::string value = writing_.number(poll.value);
    const std::string mask = writing_.number(poll.mask);
    writing_.text.line(
        "aiex.npu.maskpoll({}, {}, {}) {{column = {} : i32, row = {} : i32}} : i32, i32, i32",
        address, value, mask, poll.at.tile.column, poll.at.tile.row);
}

void RegisterText::write(const txn::BlockWrite& write) {
    const std::string value = writing_.next_value();
    const std::string type = fmt::format("memref<{}xi32>", write.data.size());
    writing_.text.line("{} = memref.get_global @{} : {}", value, block_name(blocks_++), type);
    writing_.text.line(
        "aiex.npu.blockwrite({}) {{address = {} : ui32, column = {} : i32, row = {} : i32}} : {}",
        value, write.at.offset, write.at.tile.column, write.at.tile.row, type);
}

void write_blocks(Writing& writing, const std::vector<schedule::SequenceOp>& sequence) {
    int number = 0;
    for (const schedule::SequenceOp& operation : sequence) {
        const auto* write = std::get_if<schedule::WriteMemory>(&operation.op);
        if (write == nullptr || write->words.size() == 1) continue;
        std::vector<std::int32_t> words;
        for (const std::uint32_t word : write->words)
            words.push_back(static_cast<std::int32_t>(word));
        writing.text.line("memref.global \"private\" constant @{} : memref<{}xi32> = dense<[{}]>",
                          block_name(number++), words.size(), fmt::join(words, ", "));
    }
}

}  // namespace xdnasim::mlir
