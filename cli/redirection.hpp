#pragma once
// Strings in place of the process's standard streams, for a program that calls the command as a
// library.

#include <string>

namespace xdnasim::cli {

/// While an object of this class exists, commands print into its strings and read its `input` as
/// their standard input. At most one object may exist at a time.
class Redirection {
 public:
    /// `input`: the text of standard input. `input_name`: its name in messages.
    Redirection(std::string input, std::string input_name);
    Redirection(const Redirection&) = delete;
    Redirection& operator=(const Redirection&) = delete;
    ~Redirection();

    std::string input;
    std::string input_name;
    std::string output;    ///< text written to standard output
    std::string messages;  ///< text written to standard error

    /// The object that exists; nullptr if there is none and commands use the process's streams.
    [[nodiscard]] static Redirection* current();
};

}  // namespace xdnasim::cli
