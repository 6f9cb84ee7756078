#pragma once
// The kernels that the cores of a design call, and their descriptions by the user in kernels.yaml.

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// Maximum cycles of a call: more than any run takes.
inline constexpr arch::Cycles kMaxCycles{std::int64_t{1} << 50};
/// Limits of the time limit for a call of a library's function, in seconds.
inline constexpr double kMinTimeLimit = 1e-3;
inline constexpr double kMaxTimeLimit = 86'400;

/// A call of a function: its name and its arguments.
struct CallSite {
    std::string_view function;
    std::vector<arch::Bytes> sizes;  ///< sizes of the buffers
    std::vector<std::string> types;  ///< types of all arguments, as they are written
    /// Known values by argument; nullopt: a buffer, or not known.
    std::vector<std::optional<std::int64_t>> scalars;
    base::Position at;
};

/// Where the descriptions of kernels come from.
struct KernelSource {
    std::optional<base::Node> kernels{};  ///< descriptions by function name
    std::filesystem::path folder{};       ///< folder that paths in the descriptions are relative to
    std::optional<arch::Cycles> default_cycles{};
};

/// Returns whether `source` or the text itself describes the cycles of a call of `function`.
[[nodiscard]] bool is_described(const KernelSource& source, const ir::Text& text,
                                const ir::Operation& function);

/// Key of a description whose cycles depend on a scalar argument.
inline constexpr const char* kByArgument = "by_argument";

/// Sets the work of `kernel` if its description has the key `work`.
void set_work(kernels::Kernel& kernel, base::MapReader& reader, const CallSite& call,
              const arch::Device& device);

class KernelTable {
 public:
    KernelTable(Draft& draft, const KernelSource& source) : draft_{draft}, source_{source} {}

    /// Adds the kernels that declarations in `device` describe, in their order.
    void declare(const ir::Region& device);

    /// The buffers, by index among a call's buffers, of which `function` is passed slices, in
    /// ascending order. The call passes as many numbers after the buffers: the elements that lie
    /// before each slice.
    [[nodiscard]] std::vector<std::size_t> sliced_buffers(std::string_view function) const;

    struct Library {
        std::filesystem::path file;  ///< absolute path
        std::chrono::milliseconds time_limit;
    };
    /// The library that computes `function`; nullopt if the description names none. Throws
    /// InputError.
    [[nodiscard]] std::optional<Library> library_of(std::string_view function) const;

    /// The kernel of a call. Calls of one function with the same sizes share a kernel, unless its
    /// cycles depend on a scalar and the scalars differ.
    [[nodiscard]] schedule::KernelRef find(const CallSite& call);

    /// A kernel for code that is written out in a core.
    [[nodiscard]] schedule::KernelRef computed(const std::string& name, arch::Cycles cycles,
                                               const std::vector<arch::Bytes>& sizes);

    /// Checks the names in kernels.yaml that the design does not call, and notes them. Throws
    /// InputError, with the place, for a name similar to that of a kernel without a description,
    /// and for a description that is invalid for any kernel. Precondition: the cores have been
    /// read.
    void check_names();

    /// Throws InputError that lists the functions whose cycles are not known.
    void require_known() const;

    /// A kernels.yaml with all functions that the design calls, for the user to fill in their
    /// cycles. Behind a function without a description that is probably one of xdnasim's own
    /// kernels, a comment holds the description that guessed_work() suggests.
    [[nodiscard]] std::string template_text() const;

 private:
    /// The description by the user, or else the one in the text; nullopt if there is none.
    [[nodiscard]] std::optional<base::Node> description(std::string_view function) const;
    /// The comment behind `call` in a template: the work that it probably does, or what is missing.
    [[nodiscard]] std::string suggestion(const CallSite& call) const;
    [[nodiscard]] kernels::Kernel described(const CallSite& call, const base::Node& node) const;
    /// Checks the description of a function that the design does not call, whose arguments are not
    /// known.
    void check_form(const base::Entry& entry) const;
    [[nodiscard]] std::optional<base::Node> description_in_text(std::string_view function) const;

    Draft& draft_;
    const KernelSource& source_;
    std::map<std::string, schedule::KernelRef> known_;
    std::map<std::string, CallSite, std::less<>> called_;
    std::vector<std::string> missing_;
    std::vector<std::string> unused_;  ///< names in kernels.yaml that the design does not call
};

}  // namespace xdnasim::design
