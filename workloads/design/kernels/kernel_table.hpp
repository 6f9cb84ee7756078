#pragma once
// The kernels that the cores of a design call, and what its user says of them: kernels.yaml.

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

/// Of a call; more than any run takes.
inline constexpr arch::Cycles kMaxCycles{std::int64_t{1} << 50};
/// Of a call of a library's function, in seconds.
inline constexpr double kMinTimeLimit = 1e-3;
inline constexpr double kMaxTimeLimit = 86'400;

/// What a core calls: the function and its arguments.
struct CallSite {
    std::string_view function;
    std::vector<arch::Bytes> sizes;                    ///< of the buffers
    std::vector<std::string> types;                    ///< of all arguments, as they are written
    std::vector<std::optional<std::int64_t>> scalars;  ///< by argument; none: a buffer, or unknown
    base::Position at;
};

/// Where kernels are described.
struct KernelSource {
    std::optional<base::Node> kernels{};  ///< by the name of the function
    std::filesystem::path folder{};       ///< of the file
    std::optional<arch::Cycles> default_cycles{};
};

/// Does `source` or the text itself say what a call of `function` takes?
[[nodiscard]] bool is_described(const KernelSource& source, const ir::Text& text,
                                const ir::Operation& function);

/// Key of a description whose cycles go by a scalar argument.
inline constexpr const char* kByArgument = "by_argument";

/// Sets what `kernel` computes where the description says `work`.
void set_work(kernels::Kernel& kernel, base::MapReader& reader, const CallSite& call,
              const arch::Device& device);

class KernelTable {
 public:
    KernelTable(Draft& draft, const KernelSource& source) : draft_{draft}, source_{source} {}

    /// The kernels that declarations in `device` describe, in their order.
    void declare(const ir::Region& device);

    /// The buffers, by their place among a call's buffers, that `function` is passed slices of: as
    /// many numbers behind the buffers say how many elements lie before each. Ascending.
    [[nodiscard]] std::vector<std::size_t> sliced_buffers(std::string_view function) const;

    struct Library {
        std::filesystem::path file;  ///< absolute
        std::chrono::milliseconds time_limit;
    };
    /// That computes what `function` does; nullopt: none is said. Throws InputError.
    [[nodiscard]] std::optional<Library> library_of(std::string_view function) const;

    /// Calls of one function with the same sizes are of one kernel, but for those whose cycles go
    /// by a scalar.
    [[nodiscard]] schedule::KernelRef find(const CallSite& call);

    /// Code that is written out in a core.
    [[nodiscard]] schedule::KernelRef computed(const std::string& name, arch::Cycles cycles,
                                               const std::vector<arch::Bytes>& sizes);

    /// Looks for names in kernels.yaml that the design has not: notes them, and throws InputError,
    /// with the place, for one that is near a kernel whose cycles nobody says, and for what no
    /// kernel of any design can be described as.
    /// Precondition: the cores have been read.
    void check_names();

    /// Throws InputError that lists the functions whose cycles nobody knows.
    void require_known() const;

    /// A kernels.yaml with all functions that the design calls, their cycles left to be filled in.
    [[nodiscard]] std::string template_text() const;

 private:
    /// What the user or the text says of the function; nullopt: nothing.
    [[nodiscard]] std::optional<base::Node> description(std::string_view function) const;
    [[nodiscard]] kernels::Kernel described(const CallSite& call, const base::Node& node) const;
    /// Of a function that the design does not call, and of whose arguments nothing is known.
    void check_form(const base::Entry& entry) const;
    [[nodiscard]] std::optional<base::Node> description_in_text(std::string_view function) const;

    Draft& draft_;
    const KernelSource& source_;
    std::map<std::string, schedule::KernelRef> known_;
    std::map<std::string, CallSite, std::less<>> called_;
    std::vector<std::string> missing_;
    std::vector<std::string> unused_;  ///< names of descriptions
};

}  // namespace xdnasim::design
