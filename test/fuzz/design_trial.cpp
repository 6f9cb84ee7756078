#include "test/fuzz/design_trial.hpp"

#include <memory>

#include <systemc>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::fuzz {
namespace {

design::Design read(std::string_view text) {
    design::Request request;
    request.kernels.default_cycles = arch::Cycles{100};
    return design::read_design(std::string{text}, "design.mlir", test::phoenix(), request);
}

/// Ends a run after some thousand events, because a small text can describe a run of hours.
class EventLimit final : public events::Listener {
 public:
    void on(const events::CoreInterval& /*event*/) override { count(); }
    void on(const events::CoreEvent& /*event*/) override { count(); }
    void on(const events::StreamSegment& /*event*/) override { count(); }
    void on(const events::StreamStall& /*event*/) override { count(); }
    void on(const events::BdInterval& /*event*/) override { count(); }
    void on(const events::DmaLockStall& /*event*/) override { count(); }

 private:
    void count() {
        constexpr int kMaxEvents = 5'000;
        if (++events_ == kMaxEvents) sc_core::sc_stop();
    }

    int events_ = 0;
};

}  // namespace

std::string refusal_of_design(std::string_view text) {
    try {
        static_cast<void>(schedule::validate(read(text).schedule, test::phoenix()));
    } catch (const base::InputError& error) {
        return error.what();
    }
    return {};
}

std::string failure_of_design(std::string_view text) {
    try {
        const auto workload = std::make_shared<const design::DesignWorkload>(
            read(text), "design.mlir", test::phoenix().name);
        const schedule::Schedule schedule = mapping::map_workload(workload, test::phoenix());
        EventLimit limit;
        static_cast<void>(backends::make_systemc_backend()->run(schedule, test::phoenix(),
                                                                {.listeners = {&limit}}));
    } catch (const base::Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace xdnasim::fuzz
