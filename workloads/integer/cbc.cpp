#include "workloads/integer/cbc.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <optional>
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

/// The model that Cbc works on, once there is one: a preprocessed copy of the given model. The
/// signal handler needs it.
std::atomic<CbcModel*> working_model{nullptr};
std::atomic<bool> is_to_stop{false};

extern "C" void stop_working(int /*signal*/) {
    is_to_stop = true;
    // As Cbc's own command does: the solver ends at the next node, or the next round of cuts.
    if (CbcModel* const model = working_model) {
        model->setMaximumNodes(0);
        model->setMaximumSeconds(0);
    }
}

std::vector<double> rounded(const Program& program, const double* values) {
    std::vector<double> exact(values, values + program.columns().size());
    for (std::size_t i = 0; i < exact.size(); ++i)
        if (program.columns()[i].is_whole) exact[i] = std::round(exact[i]);
    return exact;
}

/// Reports solutions while Cbc runs, so that a solver that is ended by force leaves its best one.
class Incumbents {
 public:
    /// Precondition: the arguments outlive the object.
    Incumbents(const OsiClpSolverInterface& solver, const Program& program,
               const OnBetter& on_better)
        : solver_{solver}, program_{program}, on_better_{on_better} {}

    /// Reports a new best solution. `model`: a part of the program, preprocessed by Cbc.
    void look_at(const CbcModel& model) {
        if (model.bestSolution() == nullptr || model.getObjValue() == seen_) return;
        seen_ = model.getObjValue();
        const std::optional<std::vector<double>> values = whole_solution(model);
        if (!values || program_.cost_of(*values) >= best_) return;
        best_ = program_.cost_of(*values);
        on_better_(*values);
    }

 private:
    /// Completes the whole numbers of the model's solution to a solution of the program. The
    /// columns that Cbc has removed follow from them by a linear program; nullopt if this gives no
    /// solution.
    [[nodiscard]] std::optional<std::vector<double>> whole_solution(const CbcModel& model) const {
        const int* const originals = model.originalColumns();
        const int columns = model.getNumCols();
        if (originals == nullptr && columns != solver_.getNumCols()) return std::nullopt;
        OsiClpSolverInterface rest{solver_};
        rest.messageHandler()->setLogLevel(0);
        for (int i = 0; i < columns; ++i) {
            const int column = originals == nullptr ? i : originals[i];
            if (column < 0 || column >= rest.getNumCols()) return std::nullopt;
            if (!program_.columns()[static_cast<std::size_t>(column)].is_whole) continue;
            const double value = std::round(model.bestSolution()[i]);
            rest.setColBounds(column, value, value);
        }
        rest.initialSolve();
        if (!rest.isProvenOptimal()) return std::nullopt;
        std::vector<double> values = rounded(program_, rest.getColSolution());
        if (!program_.holds(values)) return std::nullopt;
        return values;
    }

    const OsiClpSolverInterface& solver_;
    const Program& program_;
    const OnBetter& on_better_;
    double seen_ = kUnlimited;
    double best_ = kUnlimited;
};

class Watch final : public CbcEventHandler {
 public:
    explicit Watch(Incumbents& incumbents) : incumbents_{&incumbents} {}

    CbcAction event(CbcEvent /*what*/) override {
        working_model = model_;
        incumbents_->look_at(*model_);
        return is_to_stop ? stop : noAction;
    }
    [[nodiscard]] CbcEventHandler* clone() const override { return new Watch{*this}; }

 private:
    Incumbents* incumbents_;
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

Answer answer_of(const CbcModel& model, const Program& program) {
    Answer answer{.ending = Ending::Time, .nodes = model.getNodeCount()};
    if (model.isProvenInfeasible()) return {.ending = Ending::Infeasible, .nodes = answer.nodes};
    if (model.isProvenOptimal()) answer.ending = Ending::Optimal;
    if (model.bestSolution() != nullptr) answer.values = rounded(program, model.bestSolution());
    constexpr double kNothing = 1e30;  // Cbc's value of an unknown bound
    if (const double bound = model.getBestPossibleObjValue(); std::abs(bound) < kNothing)
        answer.bound = bound + program.constant();
    return answer;
}

}  // namespace

extern "C" void xdnasim_solve_here(const Program& program, const std::vector<double>& start,
                                   const Limits& limits, const OnBetter& on_better,
                                   Answer& answer) {
    std::signal(SIGINT, stop_working);
    OsiClpSolverInterface solver;
    load(solver, program);
    CbcModel model{solver};
    CbcSolverUsefulData settings;
    CbcMain0(model, settings);
    Incumbents incumbents{solver, program, on_better};
    Watch watch{incumbents};
    model.passInEventHandler(&watch);
    if (!start.empty()) set_start(model, program, start);
    const std::string seconds =
        limits.time ? fmt::format("{:.3f}", limits.time->count()) : std::string{"1e10"};
    std::array arguments{"cbc",  "-timeMode", "cpu",    "-sec", seconds.c_str(),
                         "-log", "0",         "-solve", "-quit"};
    CbcMain1(static_cast<int>(arguments.size()), arguments.data(), model, go_on, settings);
    answer = answer_of(model, program);
}

}  // namespace xdnasim::integer
