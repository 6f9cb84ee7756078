#include "sim/waiting.hpp"

#include <utility>

#include <fmt/format.h>

namespace xdnasim::sim {

Waiting describe_wait(std::string who, const schedule::Acquire& request, const LockBank& bank) {
    const char* relation = request.condition == schedule::LockCondition::Equal ? "==" : ">=";
    return {std::move(who),
            fmt::format("waits for lock {} '{}' of {} to be {} {}; it is {}", request.lock.id,
                        bank.lock_name(request.lock.id), to_string(request.lock.tile), relation,
                        request.value, bank.value(request.lock.id)),
            request.lock};
}

}  // namespace xdnasim::sim
