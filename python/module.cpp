// The Python module xdnasim._core, which runs the command in the process of Python. The package
// around it makes the words of the command line and reads the JSON that the command writes.

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/stop_request.hpp"
#include "cli/redirection.hpp"
#include "cli/run_command.hpp"
#include "python/turns.hpp"

namespace py = pybind11;
namespace base = xdnasim::base;
namespace cli = xdnasim::cli;

namespace {

/// The exit code and the output of a command.
struct Outcome {
    int code = 0;
    std::string output;                  ///< text for standard output
    std::string messages;                ///< text for standard error
    std::optional<std::string> failure;  ///< message of an error; nullopt if there was none
    std::string file;                    ///< file of the input at fault; empty if there is none
    int line = 0;                        ///< line of the input at fault, from 1; 0 if there is none
    int column = 0;
};

/// Asks whether the work may go on because no signal, such as that of Ctrl-C, has to be handled by
/// Python. Python is asked at most every 20 ms, since that needs its global lock (GIL).
class Signals {
 public:
    /// False if a signal handler raised an exception, or if Python ends.
    bool none() {
        constexpr std::chrono::milliseconds kBetween{20};
        if (xdnasim::python::is_ended()) return false;
        const Clock::time_point now = Clock::now();
        if (now - last_ < kBetween) return true;
        last_ = now;
        const py::gil_scoped_acquire locked;
        return PyErr_CheckSignals() == 0;
    }

 private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
};

Outcome run_in_turn(const std::vector<std::string>& words, std::string input, std::string name) {
    Signals signals;
    const base::MayGoOn asked{[&signals] { return signals.none(); }};
    Outcome outcome;
    cli::CommandEnd end;
    try {
        const xdnasim::python::Turn turn;
        cli::Redirection streams{std::move(input), std::move(name)};
        end = cli::run_command(words);
        outcome.output = std::move(streams.output);
        outcome.messages = std::move(streams.messages);
    } catch (const base::Error& error) {
        end = {error.code(), cli::Failure{error.what()}};
    }
    outcome.code = static_cast<int>(end.code);
    if (!end.failure) return outcome;
    outcome.failure = end.failure->message;
    if (!end.failure->place) return outcome;
    outcome.file = *end.failure->place->source;
    outcome.line = end.failure->place->line;
    outcome.column = end.failure->place->column;
    return outcome;
}

Outcome run(const std::vector<std::string>& words, std::string input, std::string input_name) {
    const xdnasim::python::Call call;
    try {
        if (xdnasim::python::is_ended()) throw base::CalledOff{};
        const py::gil_scoped_release unlocked;
        return run_in_turn(words, std::move(input), std::move(input_name));
    } catch (const base::CalledOff&) {
        // Raises the exception that PyErr_CheckSignals() has set. If there is none, Python ends:
        // SystemExit ends this thread without a message.
        if (PyErr_Occurred() == nullptr) PyErr_SetNone(PyExc_SystemExit);
        throw py::error_already_set{};
    }
}

/// Decodes a text as os.fsdecode() does, since names of files need not be UTF-8.
py::str text_of(const std::string& text) {
    auto* const decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape");
    if (decoded == nullptr) throw py::error_already_set{};
    return py::reinterpret_steal<py::str>(decoded);
}

}  // namespace

PYBIND11_MODULE(_core, module) {
    xdnasim::python::watch_forks();
    py::module_::import("atexit").attr("register")(py::cpp_function([] {
        const py::gil_scoped_release unlocked;
        xdnasim::python::end_other_calls();
    }));
    module.attr("__version__") = XDNASIM_VERSION;
    py::class_<Outcome>(module, "Outcome")
        .def_readonly("code", &Outcome::code)
        .def_property_readonly("output", [](const Outcome& end) { return text_of(end.output); })
        .def_property_readonly("messages", [](const Outcome& end) { return text_of(end.messages); })
        .def_property_readonly("failure",
                               [](const Outcome& end) -> py::object {
                                   if (!end.failure) return py::none();
                                   return text_of(*end.failure);
                               })
        .def_property_readonly("file", [](const Outcome& end) { return text_of(end.file); })
        .def_readonly("line", &Outcome::line)
        .def_readonly("column", &Outcome::column);
    module.def("run", &run, py::arg("words"), py::arg("input") = "",
               py::arg("input_name") = "standard input");
}
