#include "cli/optimise/question.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/extents.hpp"
#include "base/node.hpp"
#include "base/parameters/kinds.hpp"
#include "cli/options/option_values.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::cli {
namespace {

using search::GemmKey;

/// Parses an item of --sizes: MxKxN, or MxKxN*CALLS.
search::SizedCalls size_of_text(const std::string& text) {
    constexpr std::int64_t kMaxCalls = 1'000'000;
    constexpr base::ExtentsForm kSize{"MxKxN", parameters::kMaxExtent, "512x1024x512"};
    const std::size_t star = text.find('*');
    const auto size = base::extents(base::option_value("--sizes", text.substr(0, star)), kSize);
    if (star == std::string::npos) return {{size[0], size[1], size[2]}, 1};
    return {{size[0], size[1], size[2]},
            base::option_value("--sizes " + text, text.substr(star + 1)).as_int(1, kMaxCalls)};
}

/// The reason why `key`, which the problem leaves out, is not open: another key determines it.
/// Empty if none does.
std::string said_by(GemmKey key, const gemm::GemmDesign& given) {
    if (key == GemmKey::Rho && given.t_ma) return "gemm.t_ma determines rho. Leave out gemm.t_ma";
    const bool has_addresses = given.core_memory.asked() && !given.core_memory->addresses.empty();
    if (key == GemmKey::CBuffers && has_addresses)
        return "gemm.core_buffers gives each buffer of C an address. Give an order instead";
    return "";
}

}  // namespace

search::GemmQuestion question_of(const problem::Problem& problem,
                                 const std::vector<std::string>& free,
                                 const std::vector<std::string>& sizes) {
    const base::Node* section = problem.file.find("gemm");
    if (section == nullptr)
        throw base::InputError{fmt::format("optimise: the workload is {}; allowed: gemm, network",
                                           problem.workload->name())};
    search::GemmQuestion question;
    question.given = gemm::read_open(*section, problem.device);
    for (const GemmKey key : search::kGemmKeys) {
        const bool is_freed = std::ranges::find(free, to_string(key)) != free.end();
        if (section->find(to_string(key)) != nullptr && !is_freed) continue;
        const std::string why_not = said_by(key, question.given);
        if (why_not.empty()) question.open.insert(key);
        if (is_freed && !why_not.empty())
            throw base::InputError{fmt::format("--free {}: {}", to_string(key), why_not)};
    }
    if (question.open.empty())
        throw base::InputError{
            fmt::format("optimise: the problem leaves nothing open. Leave out some of {}, or name "
                        "them with --free",
                        fmt::join(names_of(search::kGemmKeys), ", "))};
    std::ranges::transform(sizes, std::back_inserter(question.sizes), size_of_text);
    if (sizes.empty()) question.sizes.push_back({question.given.size, 1});
    question.given.size = question.sizes.front().size;
    return question;
}

}  // namespace xdnasim::cli
