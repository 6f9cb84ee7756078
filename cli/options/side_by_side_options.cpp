#include "cli/options/side_by_side_options.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/place.hpp"
#include "base/uninterrupted.hpp"
#include "cli/options/option_values.hpp"

namespace xdnasim::cli {

void SideBySideOptions::add_to(CLI::App& command, const char* what, const char* only_with) {
    constexpr std::int64_t kMaxJobs = 1024;
    jobs_option_ =
        command
            .add_option("--jobs", jobs_,
                        fmt::format("{} to run at a time (default: one per processor core)", what))
            ->type_name("N")
            ->check(whole_numbers(1, kMaxJobs));
    command
        .add_option("--keep", keep_,
                    fmt::format("Keep finished work in FILE, and resume from it{}", only_with))
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
}

void SideBySideOptions::run_one_at_a_time() {
    if (jobs_option_->count() > 0 && jobs_ > 1)
        throw base::InputError{
            fmt::format("--jobs {}: an NPU runs one point at a time; allowed with xrt: 1", jobs_)};
    jobs_ = 1;
}

void SideBySideOptions::add_outputs(FileRoles& files) const {
    if (!keep_) return;
    std::error_code ignored;
    const auto type = std::filesystem::status(*keep_, ignored).type();
    if (type != std::filesystem::file_type::not_found &&
        type != std::filesystem::file_type::regular)
        throw base::InputError{
            fmt::format("--keep: {} is not a regular file; allowed: one that is, or a new one",
                        base::in_quotes(*keep_))};
    files.writes("--keep", *keep_);
}

void SideBySideOptions::keep_through_interruptions() const {
    if (keep_) base::Uninterrupted{}.done_is_kept();
}

}  // namespace xdnasim::cli
