#include "cli/redirection.hpp"

#include <atomic>
#include <utility>

namespace xdnasim::cli {
namespace {

std::atomic<Redirection*> present_redirection = nullptr;  ///< atomic: any thread may print

}  // namespace

Redirection::Redirection(std::string text, std::string name)
    : input{std::move(text)}, input_name{std::move(name)} {
    present_redirection = this;
}

Redirection::~Redirection() {
    present_redirection = nullptr;
}

Redirection* Redirection::current() {
    return present_redirection;
}

}  // namespace xdnasim::cli
