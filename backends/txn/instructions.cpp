#include "backends/txn/instructions.hpp"

#include <fmt/format.h>

namespace xdnasim::txn {
namespace {

constexpr int kColumnShift = 25;
constexpr int kRowShift = 20;
constexpr std::uint32_t kRowMask = 0x1F;
constexpr std::uint32_t kOffsetMask = 0xFFFFF;

}  // namespace

Register register_at(std::uint32_t address) {
    return {{static_cast<int>(address >> kColumnShift),
             static_cast<int>(address >> kRowShift & kRowMask)},
            address & kOffsetMask};
}

std::uint32_t address_of(const Register& at) {
    return static_cast<std::uint32_t>(at.tile.column) << kColumnShift |
           static_cast<std::uint32_t>(at.tile.row) << kRowShift | at.offset;
}

std::string to_string(const Register& at) {
    return fmt::format("0x{:05X} of {}", at.offset, to_string(at.tile));
}

std::string name_of(std::uint8_t code) {
    switch (static_cast<Code>(code)) {
        case Code::Write:
            return "WRITE";
        case Code::BlockWrite:
            return "BLOCKWRITE";
        case Code::BlockSet:
            return "BLOCKSET";
        case Code::MaskWrite:
            return "MASKWRITE";
        case Code::MaskPoll:
            return "MASKPOLL";
        case Code::Noop:
            return "NOOP";
        case Code::Preempt:
            return "PREEMPT";
        case Code::MaskPollBusy:
            return "MASKPOLL_BUSY";
        case Code::LoadPdi:
            return "LOAD_PDI";
        case Code::LoadPmStart:
            return "LOAD_PM_START";
        case Code::CreateScratchpad:
            return "CREATE_SCRATCHPAD";
        case Code::UpdateReg:
            return "UPDATE_REG";
        case Code::Tct:
            return "TCT";
        case Code::DdrPatch:
            return "DDR_PATCH";
        case Code::ReadRegs:
            return "READ_REGS";
        case Code::RecordTimer:
            return "RECORD_TIMER";
        case Code::MergeSync:
            return "MERGE_SYNC";
    }
    return fmt::format("operation 0x{:02X}", code);
}

int header_number(arch::Generation generation) {
    switch (generation) {
        case arch::Generation::AieMl:
            return 3;
        case arch::Generation::Aie2p:
            break;
    }
    return 4;
}

Header header_for(const arch::Device& device) {
    return {.generation = header_number(device.generation),
            .rows = device.rows(),
            .columns = device.columns,
            .mem_tile_rows = device.mem_rows()};
}

}  // namespace xdnasim::txn
