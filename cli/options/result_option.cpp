#include "cli/options/result_option.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/options/option_values.hpp"

namespace xdnasim::cli {

CLI::Option* ResultOption::add_to(CLI::App& command, const std::string& help) {
    return command.add_option(name_, file_, help + "; - is standard output")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::FileOrStdout));
}

void ResultOption::add_role(FileRoles& files) const {
    if (is_wanted() && !is_stdout()) files.writes(name_, *file_);
}

void ResultOption::write(std::string_view text) const {
    if (is_stdout())
        write_stdout(text);
    else if (is_wanted())
        write_file(*file_, text);
}

void ResultOption::write(const WritePieces& text) const {
    if (is_stdout()) return text(write_stdout);
    if (!is_wanted()) return;
    OutputFile output{*file_};
    text([&](std::string_view piece) { output.write(piece); });
    output.finish();
}

void require_one_on_stdout(const ResultOption& a, const ResultOption& b) {
    if (a.is_stdout() && b.is_stdout())
        throw base::InputError{
            fmt::format("{} - and {} -: only one can be standard output", a.name(), b.name())};
}

void write_result(const ResultOption& option, std::string_view json, std::string_view text) {
    option.write(json);
    (option.is_stdout() ? write_stderr : write_stdout)(text);
}

}  // namespace xdnasim::cli
