#include "xdnasim/cli/kernel_command.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/arch/spelling.hpp"
#include "xdnasim/cli/kernel_report.hpp"
#include "xdnasim/cli/output.hpp"
#include "xdnasim/cli/plot.hpp"
#include "xdnasim/workloads/kernels/kernel_program.hpp"
#include "xdnasim/workloads/kernels/kernel_program_file.hpp"

namespace xdnasim::cli {
namespace {

using kernels::DataType;

constexpr int kMaxExtent = 1 << 16;

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Throws InputError: `option` wants `count` whole numbers from 1 with an x between them.
std::vector<int> extents(const char* option, const std::string& text, std::size_t count,
                         const char* example) {
    std::vector<int> numbers;
    for (const std::string& part : split(text, 'x')) {
        int number = 0;
        const char* const end = part.data() + part.size();
        const auto [stop, error] = std::from_chars(part.data(), end, number);
        if (error != std::errc{} || stop != end || number < 1 || number > kMaxExtent) break;
        numbers.push_back(number);
    }
    if (numbers.size() == count && split(text, 'x').size() == count) return numbers;
    throw arch::InputError{
        fmt::format("{}: '{}' is no {} numbers from 1 to {} with x between them, such as {}",
                    option, text, count, kMaxExtent, example)};
}

DataType data_type(const std::string& name) {
    static const std::vector<std::string> names{"int8", "int16", "int32", "bf16"};
    static constexpr std::array kTypes{DataType::Int8, DataType::Int16, DataType::Int32,
                                       DataType::Bf16};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == names[i]) return kTypes.at(i);
    throw arch::InputError{
        fmt::format("--types: '{}' is no type{}; allowed: int8, int16, int32, "
                    "bf16",
                    name, arch::suggestion(name, names))};
}

kernels::Matmul matmul_of(const std::string& types, const std::string& tile,
                          const std::string& b_layout, const arch::Device& device) {
    const std::vector<std::string> names = split(types, ',');
    if (names.size() != 3)
        throw arch::InputError{fmt::format(
            "--types: '{}' does not name three types, of A, B and C, such as int8,int8,int16",
            types)};
    const std::vector<int> sizes = extents("--tile", tile, 3, "64x216x64");
    kernels::Matmul matmul{};
    matmul.a = data_type(names[0]);
    matmul.b = data_type(names[1]);
    matmul.c = data_type(names[2]);
    matmul.m = sizes[0];
    matmul.k = sizes[1];
    matmul.n = sizes[2];
    matmul.b_layout =
        b_layout == "row-major" ? kernels::Layout::RowMajor : kernels::Layout::ColumnMajor;
    const arch::MatrixRate& rate = kernels::matrix_rate(matmul, device);
    matmul.r = rate.r;
    matmul.s = rate.s;
    matmul.t = rate.t;
    return matmul;
}

std::string name_of(const kernels::Matmul& matmul, const vliw::LoopNest& nest, bool first) {
    return fmt::format("{} x {} -> {}, {}x{}x{}, {}, {} blocks of {} steps", to_string(matmul.a),
                       to_string(matmul.b), to_string(matmul.c), matmul.m, matmul.k, matmul.n,
                       first ? "first call" : "adds to C", nest.blocks, nest.steps);
}

}  // namespace

KernelCommand::KernelCommand(CLI::App& app)
    : command_{app.add_subcommand("kernel", "Schedule one call of a kernel into a core's slots")} {
    command_->add_option("--device", device_, "Name of a device, or path of a device file")
        ->type_name("DEVICE")
        ->capture_default_str();
    command_->add_option("--types", types_, "Of A, B and C")
        ->type_name("A,B,C")
        ->capture_default_str();
    auto* tile = command_->add_option("--tile", tile_, "m, k and n of the call, such as 64x216x64")
                     ->type_name("MxKxN");
    command_->add_flag("--first", first_, "C starts from this call's product: it is not loaded");
    command_
        ->add_option("--blocking", blocking_, "Tiles of C in accumulators; the usual by default")
        ->type_name("RxC");
    command_->add_option("--b-layout", b_layout_, "column-major or row-major")
        ->type_name("LAYOUT")
        ->check(CLI::IsMember({"column-major", "row-major"}))
        ->capture_default_str();
    command_->add_option("--program", program_, "A kernel of your own: loop nest of operations")
        ->type_name("FILE")
        ->excludes(tile);
    command_->add_option("--json", json_, "Write the result as JSON; - is standard output")
        ->type_name("FILE");
    command_->add_option("--plot", plot_, "Draw the schedule: .png, .svg or .pdf")
        ->type_name("FILE");
    command_->add_option("--timeline", timeline_, "Print the schedule, at most so many lines (80)")
        ->type_name("LINES")
        ->expected(0, 1)
        ->default_str("80")
        ->check(CLI::Range(1, 1'000'000));
}

arch::ExitCode KernelCommand::run() const {
    if (json_ && *json_ != "-") require_writable(*json_);
    if (plot_) require_writable(*plot_);
    const arch::Device device = arch::load_device(arch::find_device(device_));
    if (!program_ && tile_.empty())
        throw arch::InputError{"kernel: one of --tile and --program is needed"};

    vliw::LoopNest nest;
    KernelReport report{.name = {}, .device = device.name, .slots = device.core.slots, .call = {}};
    if (program_) {
        nest = kernels::load_kernel_program(*program_, device.core.slots);
        report.name = nest.name;
    } else {
        const kernels::Matmul matmul = matmul_of(types_, tile_, b_layout_, device);
        std::optional<kernels::Blocking> blocking;
        if (!blocking_.empty()) {
            const std::vector<int> tiles = extents("--blocking", blocking_, 2, "4x2");
            blocking = {tiles[0], tiles[1]};
        }
        const auto kind = first_ ? kernels::CallKind::First : kernels::CallKind::Accumulate;
        const kernels::Kernel kernel{"matmul", matmul, std::nullopt};
        nest = kernels::program_of(kernel, device, kind, blocking);
        report.name = name_of(matmul, nest, first_);
        report.macs = kernels::macs_per_call(kernel);
        report.peak_macs_per_cycle = kernels::matrix_rate(matmul, device).peak_macs_per_cycle;
    }
    report.call = vliw::schedule_call(nest, device.core.slots);

    if (plot_) draw("kernel_slots.py", kernel_schedule_json(report), *plot_);
    const bool json_to_stdout = json_ == "-";
    const std::string text =
        kernel_summary(report) + (timeline_ ? "\n" + kernel_timeline(report, *timeline_) : "");
    if (json_ && !json_to_stdout) write_file(*json_, kernel_json(report));
    if (json_to_stdout) {
        write_stdout(kernel_json(report));
        write_stderr(text);
    } else {
        write_stdout(text);
    }
    return arch::ExitCode::Done;
}

}  // namespace xdnasim::cli
