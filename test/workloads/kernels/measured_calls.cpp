#include "workloads/kernels/measured_calls.hpp"

#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/workloads/kernels/kernel_program.hpp"
#include "xdnasim/workloads/kernels/vliw/bank_conflicts.hpp"

namespace xdnasim::kernels {
namespace {

const std::map<std::string, CallKind> kKinds{{"accumulate", CallKind::Accumulate},
                                             {"first", CallKind::First},
                                             {"bias_relu", CallKind::BiasRelu}};

MeasuredCall read_call(const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream text{line};
    for (std::string cell; std::getline(text, cell, ',');)
        cells.push_back(cell);
    MeasuredCall call{.source = cells.at(0), .device = cells.at(1), .matmul = {}};
    call.matmul.a = call.matmul.b = data_type_named(cells.at(2)).value();
    call.matmul.c = data_type_named(cells.at(3)).value();
    call.matmul.m = std::stoi(cells.at(4));
    call.matmul.k = std::stoi(cells.at(5));
    call.matmul.n = std::stoi(cells.at(6));
    call.kind = kKinds.at(cells.at(7));
    call.running_array = cells.at(8) == "trace";
    call.matmul.b_layout = cells.at(9) == "column-major" ? Layout::ColumnMajor : Layout::RowMajor;
    call.cycles = std::stod(cells.at(10));
    return call;
}

/// Buffers of a core in the order in which the GEMM mapping places them: two of A, two of B, C.
class Buffers {
 public:
    Buffers(const Matmul& matmul, const arch::Device& device)
        : a_{storage(matmul.a, std::int64_t{matmul.m} * matmul.k)},
          b_{storage(matmul.b, std::int64_t{matmul.k} * matmul.n)},
          c_{storage(matmul.c, std::int64_t{matmul.m} * matmul.n)},
          start_{device.core_stack} {}

    /// Those that a call works on, if `used` (0 or 1) is the one of the two of A and B.
    [[nodiscard]] std::array<vliw::ArrayPlacement, 3> arrays(int used) const {
        return {{{"A", a(used), a_}, {"B", b(used), b_}, {"C", b(2), c_}}};
    }
    /// Meanwhile the others are filled, within `cycles`.
    [[nodiscard]] std::array<vliw::DmaTraffic, 2> traffic(int used, double cycles) const {
        const auto rate = [&](arch::Bytes size) {
            return static_cast<double>(size.count()) / cycles;
        };
        return {{{a(1 - used), a_, true, rate(a_)}, {b(1 - used), b_, true, rate(b_)}}};
    }

 private:
    [[nodiscard]] arch::Bytes a(int index) const { return start_ + a_ * index; }
    [[nodiscard]] arch::Bytes b(int index) const { return a(2) + b_ * index; }

    arch::Bytes a_, b_, c_, start_;
};

double expected_stalls(const vliw::CallSchedule& schedule, const Matmul& matmul,
                       const arch::Device& device) {
    const Buffers buffers{matmul, device};
    const auto cycles = static_cast<double>(schedule.kernel_cycles().count());
    double sum = 0;
    for (const int used : {0, 1})
        sum += vliw::expected_stalls(schedule, device.core.slots, device.core.banks,
                                     buffers.arrays(used), buffers.traffic(used, cycles));
    return sum / 2;
}

}  // namespace

std::vector<MeasuredCall> measured_calls(const std::string& file) {
    std::ifstream rows{XDNASIM_MEASURED "/" + file};
    std::vector<MeasuredCall> calls;
    for (std::string line; std::getline(rows, line);)
        if (!line.starts_with('#') && !line.starts_with("source,"))
            calls.push_back(read_call(line));
    return calls;
}

ModelledCall model(const MeasuredCall& call) {
    const arch::Device device = arch::load_device(arch::find_device(call.device));
    Matmul matmul = call.matmul;
    const arch::MatrixRate& rate = matrix_rate(matmul, device);
    matmul.r = rate.r;
    matmul.s = rate.s;
    matmul.t = rate.t;
    const auto schedule = vliw::schedule_call(
        program_of({"", matmul, std::nullopt}, device, call.kind), device.core.slots);
    if (!call.running_array) return {.kernel = static_cast<double>(schedule.cycles().count())};
    // Rows traced in a running array wait for A and B where those take longer.
    const arch::Bytes tile_of_a = storage(matmul.a, std::int64_t{matmul.m} * matmul.k);
    return {.kernel = static_cast<double>(schedule.kernel_cycles().count()),
            .stalls = expected_stalls(schedule, matmul, device),
            .stream = static_cast<double>(tile_of_a.count()) /
                      static_cast<double>(device.stream_width.count())};
}

}  // namespace xdnasim::kernels
