#include "workloads/schedule/estimate.hpp"

#include <algorithm>

namespace xdnasim::schedule {

const Term& Estimate::binding() const {
    return *std::ranges::max_element(terms, {}, &Term::cycles);
}

}  // namespace xdnasim::schedule
