// `xdnasim kernel`: schedules one call of a kernel and shows its slots and cycles.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/kernel/kernel_report.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/result_option.hpp"
#include "cli/output.hpp"
#include "cli/picture.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::cli {
namespace {

class KernelCommand {
 public:
    explicit KernelCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_matmul_options();
    void add_cascade_options();
    void add_other_kernels();
    void add_outputs();
    void require_fitting_options() const;
    void require_outputs(const arch::Device& device) const;
    void write(const KernelReport& report) const;

    CLI::App* command_;
    std::vector<CLI::Option*> matmul_options_;
    CLI::Option* bytes_option_ = nullptr;
    KernelRequest request_;
    std::string device_ = "xdna2-krackan";
    ResultOption json_{"--json"};
    std::optional<std::string> plot_;  ///< picture file
    std::optional<int> timeline_;      ///< maximum number of lines
};

KernelCommand::KernelCommand(CLI::App& app)
    : command_{app.add_subcommand("kernel", "Schedule one call of a kernel into a core's slots")} {
    command_->add_option("--device", device_, "Name of a device, or path of a device file")
        ->type_name("DEVICE")
        ->check(of_kind(ValueKind::Device))
        ->capture_default_str();
    command_->add_option("--kernel", request_.kernel, "Kernel to call")
        ->type_name("NAME")
        ->check(listing(kernel_names()))
        ->capture_default_str();
    add_matmul_options();
    add_cascade_options();
    add_other_kernels();
    add_outputs();
}

void KernelCommand::add_matmul_options() {
    auto* types = command_->add_option("--types", request_.types, "matmul: types of A, B and C")
                      ->type_name("A,B,C")
                      ->capture_default_str();
    auto* partial =
        command_
            ->add_option("--partial", request_.partial,
                         "matmul: type of C between calls (default: the type of C). It can "
                         "be bf16 if C is bfp16ebs8; --kernel encode then converts it")
            ->type_name("TYPE");
    auto* tile = command_
                     ->add_option("--tile", request_.tile,
                                  "matmul: m, k and n of the call, such as 64x216x64")
                     ->type_name("MxKxN");
    auto* first = command_->add_flag("--first", request_.first,
                                     "matmul: first call of a product, which does not load C");
    auto* bias = command_->add_flag("--bias-relu", request_.bias_relu,
                                    "matmul: C starts from a bias and is stored through a ReLU; "
                                    "int8 inputs");
    bias->excludes(first);
    auto* blocking =
        command_
            ->add_option(
                "--blocking", request_.blocking,
                "matmul: tiles of C in accumulators (default: the usual ones for the types)")
            ->type_name("RxC");
    auto* layout =
        command_->add_option("--b-layout", request_.b_layout, "matmul: how B lies in memory")
            ->type_name("LAYOUT")
            ->check(one_of(layout_names()))
            ->capture_default_str();
    matmul_options_ = {types, partial, tile, first, bias, blocking, layout};
}

/// Adds the options for a core's part in a product or a layer that several cores share over the
/// cascade.
void KernelCommand::add_cascade_options() {
    const auto option = [&](const char* name) { return command_->get_option(name); };
    auto* chain = command_
                      ->add_option("--chain", request_.chain,
                                   "matmul: the core's part in a product whose k is split over a "
                                   "chain of cores, including the cascade transfers")
                      ->type_name("PART")
                      ->check(one_of(chain_parts()))
                      ->excludes(option("--partial"))
                      ->excludes(option("--first"))
                      ->excludes(option("--bias-relu"))
                      ->excludes(option("--b-layout"));
    auto* mmul = command_
                     ->add_option("--mmul", request_.mmul,
                                  "matmul, with --chain: shape of the tiles of A, B and C, as in "
                                  "aie::mmul (default: the shape of the core's instruction)")
                     ->type_name("RxSxT")
                     ->needs(chain);
    auto* dense =
        command_
            ->add_option("--dense", request_.dense,
                         "matmul: the core's part in a layer of an int8 network, whose k is split "
                         "over a row of cores; --bias-relu adds the bias and ReLU")
            ->type_name("PART")
            ->check(one_of(dense_parts()))
            ->needs(option("--tile"));
    for (CLI::Option* other : matmul_options_)
        if (other != option("--tile") && other != option("--bias-relu")) dense->excludes(other);
    dense->excludes(chain)->excludes(mmul);
    auto* receives = command_
                         ->add_flag("--receives", request_.receives,
                                    "matmul, with --dense: A comes over the cascade")
                         ->needs(dense);
    auto* gives =
        command_
            ->add_flag("--gives", request_.gives, "matmul, with --dense: C leaves over the cascade")
            ->needs(dense);
    matmul_options_.insert(matmul_options_.end(), {chain, mmul, dense, receives, gives});
}

void KernelCommand::add_other_kernels() {
    bytes_option_ =
        command_
            ->add_option("--bytes", request_.bytes,
                         fmt::format("{}: size of each of the arrays; {}: size of the bf16 array",
                                     fmt::join(kernels_of_arrays(), ", "), kEncode))
            ->type_name("N");
    auto* program = command_
                        ->add_option("--program", request_.program,
                                     "Your own kernel, as a loop nest of operations")
                        ->type_name("FILE")
                        ->check(of_kind(ValueKind::File))
                        ->excludes(command_->get_option("--kernel"))
                        ->excludes(bytes_option_);
    for (CLI::Option* option : matmul_options_)
        program->excludes(option);
}

void KernelCommand::add_outputs() {
    json_.add_to(*command_, "Write the result as JSON");
    command_->add_option("--plot", plot_, "Draw the schedule: .png, .svg or .pdf")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command_
        ->add_option("--timeline", timeline_,
                     "Print the schedule, in at most LINES lines (default: 80)")
        ->type_name("LINES")
        ->expected(0, 1)
        ->default_str("80")
        ->check(whole_numbers(1, 1'000'000));
}

/// Throws InputError for --bytes with a matmul, and for options of a matmul with another kernel.
void KernelCommand::require_fitting_options() const {
    if (request_.program) return;
    if (request_.kernel == "matmul") {
        if (request_.bytes)
            throw base::InputError{"--bytes does not apply to matmul. Give its size with --tile"};
        return;
    }
    for (const CLI::Option* option : matmul_options_)
        if (option->count() > 0)
            throw base::InputError{fmt::format("{}: only matmul takes it; {} takes --bytes",
                                               option->get_name(), request_.kernel)};
}

void KernelCommand::require_outputs(const arch::Device& device) const {
    FileRoles files;
    files.reads_device(device.file);
    if (request_.program) files.reads(*request_.program, "the kernel program");
    json_.add_role(files);
    if (plot_) files.writes("--plot", *plot_);
}

base::ExitCode KernelCommand::run() const {
    require_fitting_options();
    const arch::Device device = arch::load_device(file_of_device_option(device_));
    require_outputs(device);
    const RequestedKernel kernel = requested_kernel(request_, device);
    const arch::SlotModel& slots = device.core.slots;
    write({.name = kernel.name,
           .device = device.name,
           .slots = slots,
           .call = request_.program
                       ? kernels::schedule_program(kernel.nest, *request_.program, slots)
                       : vliw::schedule_call(kernel.nest, slots),
           .macs = kernel.macs,
           .operands = kernel.operands,
           .memory = device.comp_tile.memory,
           .peak_macs_per_cycle = kernel.peak_macs_per_cycle});
    return base::ExitCode::Done;
}

void KernelCommand::write(const KernelReport& report) const {
    if (plot_) draw("kernel_slots.py", kernel_schedule_json(report), *plot_);
    const std::string text =
        kernel_summary(report) + (timeline_ ? "\n" + kernel_timeline(report, *timeline_) : "");
    write_result(json_, json_.is_wanted() ? kernel_json(report) : std::string{}, text);
}

}  // namespace

Command add_kernel(CLI::App& app) {
    return make_command<KernelCommand>(app);
}

}  // namespace xdnasim::cli
