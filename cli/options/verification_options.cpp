#include "cli/options/verification_options.hpp"

#include "base/error.hpp"
#include "base/node.hpp"

namespace xdnasim::cli {

void VerificationOptions::add_to(CLI::App& command) {
    command.add_flag("--verify", wanted_, "Move real data and check the result");
    seed_option_ = command.add_option("--seed", seed_, "Seed of the input data for --verify")
                       ->type_name("N")
                       ->capture_default_str();
}

std::uint64_t VerificationOptions::seed() const {
    return base::option_value("--seed", seed_).as_natural();
}

void VerificationOptions::require_data(bool moves_data) const {
    static_cast<void>(seed());
    if (seed_option_->count() > 0 && !moves_data)
        throw base::InputError{
            "--seed has no effect here, because the run moves no data. Add --verify"};
}

}  // namespace xdnasim::cli
