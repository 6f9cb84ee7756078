#include "test/fuzz/design_trial.hpp"

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::fuzz {

std::string refusal_of_design(std::string_view text) {
    static const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    design::Request request;
    request.kernels.default_cycles = arch::Cycles{100};
    try {
        const design::Design design =
            design::read_design(std::string{text}, "design.mlir", device, request);
        static_cast<void>(schedule::validate(design.schedule, device));
    } catch (const base::InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace xdnasim::fuzz
