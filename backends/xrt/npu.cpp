#include "backends/xrt/npu.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include "backends/xrt/whole_design.hpp"
#include "base/error.hpp"

// Since 2.14, XRT runs a kernel in a hardware context of the device, which an NPU requires.
#if __has_include(<xrt/xrt_hw_context.h>)
#include <xrt/xrt_hw_context.h>
#define XDNASIM_XRT_CONTEXTS 1
#endif

// Later releases take instructions, and still later ones whole designs, as ELF (whole_design.hpp).
#if __has_include(<xrt/experimental/xrt_ext.h>)
#include <xrt/experimental/xrt_elf.h>
#include <xrt/experimental/xrt_ext.h>
#include <xrt/experimental/xrt_module.h>
#define XDNASIM_XRT_ELF 1
#elif __has_include(<experimental/xrt_ext.h>)
#include <experimental/xrt_elf.h>
#include <experimental/xrt_ext.h>
#include <experimental/xrt_module.h>
#define XDNASIM_XRT_ELF 1
#endif

namespace xdnasim::backends {
namespace {

// Arguments of mlir-aie's kernels: opcode, instructions, number of instruction words, buffers.
constexpr std::uint64_t kExecuteInstructions = 3;  ///< value of the opcode
constexpr int kOpcode = 0;
constexpr int kInstructions = 1;
constexpr int kInstructionCount = 2;
constexpr int kFirstBuffer = 3;

/// Calls `action`. Exceptions of XRT become an Error with `code`, whose text begins with `what`.
template <class Action>
auto attempt(const std::string& what, base::ExitCode code, Action action) {
    try {
        return action();
    } catch (const base::Error&) {
        throw;
    } catch (const std::exception& error) {
        throw base::Error{code, fmt::format("XRT: {}: {}", what, error.what())};
    }
}

/// Returns the kernel's name. Throws Error unless the kernel takes that many buffers.
std::string require_buffers(const xrt::xclbin::kernel& kernel, std::size_t buffers,
                            const std::filesystem::path& file) {
    const std::size_t needed = kFirstBuffer + buffers;
    const std::size_t arguments = kernel.get_num_args();
    if (arguments < needed)
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("'{}': kernel '{}' has {} arguments; needed: {}",
                                      file.string(), kernel.get_name(), arguments, needed)};
    return kernel.get_name();
}

/// Whether `name` is `kernel` with a number: "MLIR_AIE_1" for "MLIR_AIE".
bool is_instance(std::string_view name, const std::string& kernel) {
    if (!name.starts_with(kernel + '_')) return false;
    return name.find_first_not_of("0123456789", kernel.size() + 1) == std::string_view::npos;
}

/// Returns the name that kernel `wanted` has in the xclbin: aiecc may add a number to it. Throws
/// Error if there is no such kernel.
std::string find_kernel(const xrt::xclbin& xclbin, const std::string& wanted, std::size_t buffers,
                        const std::filesystem::path& file) {
    const std::vector<xrt::xclbin::kernel> kernels = xclbin.get_kernels();
    for (const xrt::xclbin::kernel& kernel : kernels)
        if (kernel.get_name() == wanted) return require_buffers(kernel, buffers, file);
    for (const xrt::xclbin::kernel& kernel : kernels)
        if (is_instance(kernel.get_name(), wanted)) return require_buffers(kernel, buffers, file);
    std::vector<std::string> names;
    for (const xrt::xclbin::kernel& kernel : kernels)
        names.push_back(kernel.get_name());
    throw base::Error{
        base::ExitCode::Unavailable,
        fmt::format("'{}' has no kernel '{}'; it has: {}", file.string(), wanted,
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")))};
}

/// Returns the memory in which the buffer of an argument has to be allocated.
xrt::memory_group group_of(const xrt::kernel& kernel, int argument) {
    return static_cast<xrt::memory_group>(kernel.group_id(argument));
}

/// Throws Error if XRT is set to emulate a device, except for the no-op device, which tests use:
/// the other modes look for an emulator and hang.
void require_no_emulation() {
    const char* const mode = std::getenv("XCL_EMULATION_MODE");
    if (mode == nullptr || std::string_view{mode} == "noop") return;
    throw base::Error{base::ExitCode::Unavailable,
                      fmt::format("no NPU: XCL_EMULATION_MODE is '{}'; allowed: not set, for an "
                                  "NPU, or noop",
                                  mode)};
}

std::string state_text(ert_cmd_state state) {
    switch (state) {
        case ERT_CMD_STATE_ERROR:
            return "error";
        case ERT_CMD_STATE_ABORT:
            return "aborted";
        case ERT_CMD_STATE_NORESPONSE:
            return "no response";
        default:
            return fmt::format("state {}", static_cast<int>(state));
    }
}

class XrtNpu final : public Npu {
 public:
    void load(const Design& design, const std::vector<arch::Bytes>& buffers) override {
        attempt("cannot load the design", base::ExitCode::Unavailable, [&] {
            if (design.elf)
                load_elf(design, buffers);
            else
                load_xclbin(design, buffers);
        });
    }

    void write(std::size_t buffer, std::span<const std::byte> content) override {
        attempt("cannot write a buffer", base::ExitCode::Unavailable, [&] {
            xrt::bo& target = buffers_.at(buffer);
            std::ranges::copy(content, target.map<std::byte*>());
            target.sync(XCL_BO_SYNC_BO_TO_DEVICE);
        });
    }

    void read(std::size_t buffer, std::span<std::byte> content) override {
        attempt("cannot read a buffer", base::ExitCode::Unavailable, [&] {
            xrt::bo& source = buffers_.at(buffer);
            source.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
            std::copy_n(source.map<const std::byte*>(), content.size(), content.begin());
        });
    }

    [[nodiscard]] arch::Nanoseconds run(std::chrono::milliseconds timeout) override {
        return attempt("the run failed", base::ExitCode::CheckFailed,
                       [&] { return timed_run(timeout); });
    }

 private:
    arch::Nanoseconds timed_run(std::chrono::milliseconds timeout) {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        run_.start();
        const ert_cmd_state state = run_.wait(timeout);
        const std::chrono::duration<double, std::nano> took = Clock::now() - begin;
        const arch::Nanoseconds time{took.count()};
        // In XRT 2.13, wait() may return long after its timeout.
        if (state == ERT_CMD_STATE_TIMEOUT || took > timeout)
            throw base::Error{base::ExitCode::CheckFailed, timeout_text(time, timeout)};
        if (state != ERT_CMD_STATE_COMPLETED)
            throw base::Error{base::ExitCode::CheckFailed,
                              fmt::format("the NPU did not finish the run: {}", state_text(state))};
        return time;
    }

    /// Loads the xclbin and opens its kernel.
    xrt::kernel open_kernel(const Design& design, std::size_t buffers) {
        const xrt::xclbin xclbin{design.xclbin->string()};
        const std::string name = find_kernel(xclbin, design.kernel, buffers, *design.xclbin);
#ifdef XDNASIM_XRT_CONTEXTS
        device_.register_xclbin(xclbin);
        context_ = xrt::hw_context{device_, xclbin.get_uuid()};
        return {context_, name};
#else
        return {device_, device_.load_xclbin(xclbin), name};
#endif
    }

    void load_xclbin(const Design& design, const std::vector<arch::Bytes>& sizes) {
        const xrt::kernel kernel = open_kernel(design, sizes.size());
        const auto& words = design.instructions;
        const std::size_t bytes = words.size() * sizeof(std::uint32_t);
        instructions_ =
            xrt::bo(device_, bytes, XCL_BO_FLAGS_CACHEABLE, group_of(kernel, kInstructions));
        std::memcpy(instructions_.map<void*>(), words.data(), bytes);
        instructions_.sync(XCL_BO_SYNC_BO_TO_DEVICE);

        run_ = xrt::run{kernel};
        run_.set_arg(kOpcode, kExecuteInstructions);
        run_.set_arg(kInstructions, instructions_);
        run_.set_arg(kInstructionCount, static_cast<std::uint32_t>(words.size()));
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const int argument = kFirstBuffer + static_cast<int>(i);
            buffers_.emplace_back(device_, static_cast<std::size_t>(sizes[i].count()),
                                  XRT_BO_FLAGS_HOST_ONLY, group_of(kernel, argument));
            run_.set_arg(argument, buffers_.back());
        }
    }

#ifdef XDNASIM_XRT_ELF
    /// Loads an ELF: it contains only the instructions if there is also an xclbin, else the whole
    /// design.
    void load_elf(const Design& design, const std::vector<arch::Bytes>& sizes) {
        const xrt::elf elf{design.elf->string()};
        int first_buffer = 0;
        if (design.xclbin) {
            const xrt::xclbin xclbin{design.xclbin->string()};
            device_.register_xclbin(xclbin);
            context_ = xrt::hw_context{device_, xclbin.get_uuid()};
            const std::string name =
                find_kernel(xclbin, design.kernel, sizes.size(), *design.xclbin);
            const xrt::ext::kernel kernel{context_, xrt::module{elf}, name};
            run_ = xrt::run{kernel};
            run_.set_arg(kOpcode, kExecuteInstructions);
            run_.set_arg(kInstructions, std::uint64_t{0});
            run_.set_arg(kInstructionCount, std::uint32_t{0});
            first_buffer = kFirstBuffer;
        } else {
            const auto [context, kernel] = open_whole_design<xrt::hw_context, xrt::ext::kernel>(
                device_, elf, design.kernel, *design.elf);
            context_ = context;
            run_ = xrt::run{kernel};
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            buffers_.push_back(xrt::ext::bo{device_, static_cast<std::size_t>(sizes[i].count())});
            run_.set_arg(first_buffer + static_cast<int>(i), buffers_.back());
        }
    }
#else
    void load_elf(const Design& design, const std::vector<arch::Bytes>& /*sizes*/) {
        throw base::Error{base::ExitCode::Unavailable,
                          fmt::format("'{}': this build's XRT is too old for designs as ELF; "
                                      "allowed: an xclbin and an instruction file",
                                      design.elf->string())};
    }
#endif

    xrt::device device_{0};  ///< the first device
#ifdef XDNASIM_XRT_CONTEXTS
    xrt::hw_context context_;
#endif
    xrt::bo instructions_;
    std::vector<xrt::bo> buffers_;
    xrt::run run_;  ///< a run of the kernel, with its arguments set
};

}  // namespace

std::unique_ptr<Npu> open_npu() {
    require_no_emulation();
    const std::string what =
        "no NPU: needed are its driver (amdxdna) and XRT's environment (XILINX_XRT)";
    return attempt(what, base::ExitCode::Unavailable, [] { return std::make_unique<XrtNpu>(); });
}

}  // namespace xdnasim::backends
