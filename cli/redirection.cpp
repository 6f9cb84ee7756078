#include "cli/redirection.hpp"

#include <atomic>
#include <utility>

namespace xdnasim::cli {
namespace {

std::atomic<Redirection*> redirection = nullptr;  ///< threads of a command print, too

}  // namespace

Redirection::Redirection(std::string text, std::string name)
    : input{std::move(text)}, input_name{std::move(name)} {
    redirection = this;
}

Redirection::~Redirection() {
    redirection = nullptr;
}

Redirection* Redirection::current() {
    return redirection;
}

}  // namespace xdnasim::cli
