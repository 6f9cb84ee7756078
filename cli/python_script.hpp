#pragma once
// Scripts in Python that draw what the command has found out.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace xdnasim::cli {

/// A folder that is removed with everything in it, also when the process is interrupted.
class ScratchFolder {
 public:
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    /// A file in it.
    [[nodiscard]] std::filesystem::path file(const std::string& name);

 private:
    std::string path_;
    std::vector<std::string> removed_when_interrupted_;
};

struct PythonScript {
    std::filesystem::path file;
    std::string option;                ///< of the command that needs it, for messages
    std::vector<std::string> modules;  ///< beyond Python's own
};

/// Throws Error (Unavailable) when Python or a module is missing, InputError with the script's
/// message when it exits with 2: its arguments are at fault. Throws std::runtime_error when it ends
/// with an exception of another kind, which no arguments should lead to. Ends the process as an
/// interruption does when one ended the script.
void run_script(const PythonScript& script, const std::vector<std::filesystem::path>& arguments);

// Pictures, drawn by the Python scripts of cli/plots.

/// Endings of the picture files that can be written.
[[nodiscard]] bool is_picture(const std::filesystem::path& file);

/// Runs the script `name` on `data`; `file` appears whole or not at all.
/// Throws Error (Unavailable) when Python or matplotlib is missing, InputError when the file
/// cannot be written or its ending is none of png, svg and pdf.
void draw(const std::string& name, std::string_view data, const std::filesystem::path& file);

// Results as one page, index.html, made by a Python script of validation/report.

/// The page in `folder`.
[[nodiscard]] std::filesystem::path report_page(const std::filesystem::path& folder);

/// Runs `script` on the results. Throws as run_script does.
void write_html_report(const std::string& script, const std::string& json,
                       const std::filesystem::path& folder);
/// Results that are made piece by piece: it is given what takes them.
using ResultWriter = std::function<void(const std::function<void(std::string_view)>&)>;
void write_html_report(const std::string& script, const ResultWriter& write,
                       const std::filesystem::path& folder);
/// The same for a script that draws figures of their own, for `--figures`.
void write_figures(const std::string& script, const ResultWriter& write,
                   const std::filesystem::path& folder);

}  // namespace xdnasim::cli
