// `xdnasim netlist`: writes the netlists of the benchmark.

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/netlist/suite/suite.hpp"

namespace xdnasim::cli {
namespace {

class NetlistCommand {
 public:
    explicit NetlistCommand(CLI::App& app)
        : command_{app.add_subcommand("netlist",
                                      "Write a netlist of the benchmark, or list all netlists")} {
        command_->add_option("NAME", name_, "Netlist, such as line_ps_01 (default: list all names)")
            ->type_name("");
        command_->add_option("-o,--output", output_, "Write it to this file")
            ->type_name("FILE")
            ->check(of_kind(ValueKind::File));
    }

    [[nodiscard]] CLI::App* options() const { return command_; }

    [[nodiscard]] base::ExitCode run() const {
        const std::string text = this->text();
        if (output_)
            write_file(*output_, text);
        else
            write_stdout(text);
        return base::ExitCode::Done;
    }

 private:
    [[nodiscard]] std::string text() const {
        if (name_) return netlist::canonical_json(netlist::suite_netlist(*name_)) + '\n';
        std::string names;
        for (const std::string& name : netlist::suite_names())
            names += name + '\n';
        return names;
    }

    CLI::App* command_;
    std::optional<std::string> name_;
    std::optional<std::string> output_;
};

}  // namespace

Command add_netlist(CLI::App& app) {
    return make_command<NetlistCommand>(app);
}

}  // namespace xdnasim::cli
