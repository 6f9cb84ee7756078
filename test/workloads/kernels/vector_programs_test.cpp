#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::kernels {
namespace {

class VectorPrograms : public testing::TestWithParam<const char*> {
 protected:
    [[nodiscard]] vliw::CallSchedule schedule(const VectorProgram& program,
                                              std::int64_t bytes) const {
        return vliw::schedule_call(program.nest(arch::Bytes{bytes}, slots), slots);
    }
    const arch::SlotModel slots = arch::load_device(arch::find_device(GetParam())).core.slots;
};

TEST_P(VectorPrograms, WorkOnAVectorInEveryCycle) {
    for (const VectorProgram& program : vector_programs()) {
        const auto cycles = [&](std::int64_t bytes) {
            return schedule(program, bytes).kernel_cycles().count();
        };
        EXPECT_EQ(cycles(8192) - cycles(4096), 4096 * 8 / slots.store_bits) << program.name;
    }
}

TEST_P(VectorPrograms, FillTheSlotsOfTheirLoads) {
    const std::map<std::string_view, int> loads{{"zero", 0}, {"copy", 1}, {"add", 2}, {"scale", 1}};
    for (const VectorProgram& program : vector_programs()) {
        const auto use = schedule(program, 4096).slot_use(slots);
        EXPECT_EQ(use[0] + use[1], loads.at(program.name) * 4096 * 8 / slots.load_bits)
            << program.name;
    }
}

TEST_P(VectorPrograms, AreLegalDownToOneByte) {
    for (const VectorProgram& program : vector_programs())
        for (const std::int64_t bytes : {1, 64, 100, 4096})
            for (const auto& section : schedule(program, bytes).sections)
                EXPECT_THAT(vliw::verify(section.graph, section.schedule, slots),
                            testing::IsEmpty())
                    << program.name << ", " << bytes << " bytes, " << section.name;
}

INSTANTIATE_TEST_SUITE_P(Devices, VectorPrograms, testing::Values("xdna-phoenix", "xdna2-krackan"),
                         [](const auto& device) {
                             return std::string{device.param} == "xdna-phoenix" ? "Xdna" : "Xdna2";
                         });

}  // namespace
}  // namespace xdnasim::kernels
