#include "workloads/integer/cbc.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <string>
#include <utility>

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <CoinPackedMatrix.hpp>
#include <OsiClpSolverInterface.hpp>
#include <fmt/format.h>

namespace xdnasim::integer {
namespace {

/// Cbc solves a copy of the model that it is given, with what follows from the rows taken out. This
/// is it, once there is one; what a signal's handler does needs it.
std::atomic<CbcModel*> working_model{nullptr};
std::atomic<bool> is_to_stop{false};

extern "C" void stop_working(int /*signal*/) {
    is_to_stop = true;
    // As Cbc's own command does: it ends at the next node, or the next round of cuts.
    if (CbcModel* const model = working_model) {
        model->setMaximumNodes(0);
        model->setMaximumSeconds(0);
    }
}

class Watch final : public CbcEventHandler {
 public:
    CbcAction event(CbcEvent /*what*/) override {
        working_model = model_;
        return is_to_stop ? stop : noAction;
    }
    [[nodiscard]] CbcEventHandler* clone() const override { return new Watch{*this}; }
};

int go_on(CbcModel* /*model*/, int /*where*/) {
    return 0;
}

void load(OsiClpSolverInterface& solver, const Program& program) {
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<double> cost;
    for (const Column& column : program.columns()) {
        lower.push_back(column.lower);
        upper.push_back(column.upper);
        cost.push_back(column.cost);
    }
    std::vector<double> row_lower;
    std::vector<double> row_upper;
    std::vector<int> rows;
    std::vector<int> columns;
    std::vector<double> factors;
    for (std::size_t row = 0; row < program.row_count(); ++row) {
        row_lower.push_back(program.row(row).lower);
        row_upper.push_back(program.row(row).upper);
        for (const Term& term : program.terms(row)) {
            rows.push_back(static_cast<int>(row));
            columns.push_back(term.column);
            factors.push_back(term.factor);
        }
    }
    CoinPackedMatrix matrix{true, rows.data(), columns.data(), factors.data(),
                            static_cast<CoinBigIndex>(rows.size())};
    matrix.setDimensions(static_cast<int>(row_lower.size()), static_cast<int>(lower.size()));
    solver.loadProblem(matrix, lower.data(), upper.data(), cost.data(), row_lower.data(),
                       row_upper.data());
    for (int i = 0; i < static_cast<int>(lower.size()); ++i) {
        if (program.columns()[static_cast<std::size_t>(i)].is_whole) solver.setInteger(i);
    }
}

void set_start(CbcModel& model, const Program& program, const std::vector<double>& start) {
    std::vector<std::pair<std::string, double>> values;
    for (std::size_t i = 0; i < start.size(); ++i) {
        if (!program.columns()[i].is_whole) continue;
        values.emplace_back(model.solver()->getColName(static_cast<int>(i)), start[i]);
    }
    model.setMIPStart(values);
}

std::vector<double> rounded(const Program& program, const double* values) {
    std::vector<double> exact(values, values + program.columns().size());
    for (std::size_t i = 0; i < exact.size(); ++i)
        if (program.columns()[i].is_whole) exact[i] = std::round(exact[i]);
    return exact;
}

Answer answer_of(const CbcModel& model, const Program& program) {
    Answer answer{.ending = Ending::Time, .nodes = model.getNodeCount()};
    if (model.isProvenInfeasible()) return {.ending = Ending::Infeasible, .nodes = answer.nodes};
    if (model.isProvenOptimal()) answer.ending = Ending::Optimal;
    if (model.bestSolution() != nullptr) answer.values = rounded(program, model.bestSolution());
    constexpr double kNothing = 1e30;  // what Cbc says where it knows none
    if (const double bound = model.getBestPossibleObjValue(); std::abs(bound) < kNothing)
        answer.bound = bound + program.constant();
    return answer;
}

}  // namespace

extern "C" void xdnasim_solve_here(const Program& program, const std::vector<double>& start,
                                   const Limits& limits, Answer& answer) {
    std::signal(SIGINT, stop_working);
    OsiClpSolverInterface solver;
    load(solver, program);
    CbcModel model{solver};
    CbcSolverUsefulData settings;
    CbcMain0(model, settings);
    Watch watch;
    model.passInEventHandler(&watch);
    if (!start.empty()) set_start(model, program, start);
    const std::string seconds =
        limits.time ? fmt::format("{:.3f}", limits.time->count()) : std::string{"1e10"};
    // By the clock on the wall, as the limit is; Cbc's own measure is the processor's time.
    std::array arguments{"cbc",  "-timeMode", "elapsed", "-sec", seconds.c_str(),
                         "-log", "0",         "-solve",  "-quit"};
    CbcMain1(static_cast<int>(arguments.size()), arguments.data(), model, go_on, settings);
    answer = answer_of(model, program);
}

}  // namespace xdnasim::integer
