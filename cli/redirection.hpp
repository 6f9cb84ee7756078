#pragma once
// Texts in place of the process's streams, for a program that calls the command as a library.

#include <string>

namespace xdnasim::cli {

/// As long as there is one, what commands print becomes text in it, and what they read as standard
/// input is text of it. At most one at a time.
class Redirection {
 public:
    /// `input_name`: what messages call `input`.
    Redirection(std::string input, std::string input_name);
    Redirection(const Redirection&) = delete;
    Redirection& operator=(const Redirection&) = delete;
    ~Redirection();

    std::string input;
    std::string input_name;
    std::string output;    ///< what would be on standard output
    std::string messages;  ///< on standard error

    /// nullptr: commands use the streams.
    [[nodiscard]] static Redirection* current();
};

}  // namespace xdnasim::cli
