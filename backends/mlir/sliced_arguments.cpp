#include "backends/mlir/sliced_arguments.hpp"

#include "workloads/schedule/operations.hpp"

namespace xdnasim::mlir {

std::vector<ArgumentPlaces> sliced_arguments(const schedule::Schedule& schedule) {
    std::vector<ArgumentPlaces> sliced(schedule.kernels.size());
    for (const schedule::TileProgram& program : schedule.tiles)
        schedule::for_each_operation<schedule::Call>(program.core, [&](const schedule::Call& call) {
            for (std::size_t i = 0; i < call.arguments.size(); ++i)
                if (call.arguments[i].offset != arch::Bytes{})
                    sliced[static_cast<std::size_t>(call.kernel.index)].insert(i);
        });
    return sliced;
}

}  // namespace xdnasim::mlir
