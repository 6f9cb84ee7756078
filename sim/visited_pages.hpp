#pragma once
// Pages of host buffers that have been visited. The first access to a page waits for a walk that
// translates its address.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "workloads/memory/access_cost.hpp"

namespace xdnasim::sim {

class VisitedPages {
 public:
    struct Page {
        int buffer;
        std::size_t number;
    };

    explicit VisitedPages(arch::Bytes page) : page_{page.count()} {}

    /// Marks all pages of a BD of `length` as visited. Returns the walks for pages visited for the
    /// first time, divided by the number of the BD's runs. Those pages are added to `met`, unless
    /// that is nullptr.
    [[nodiscard]] double visit(const memory::AccessPattern& pattern, arch::Bytes length,
                               std::vector<Page>* met = nullptr);
    /// Marks `pages` as not visited.
    void forget(const std::vector<Page>& pages);

 private:
    /// The pages of a buffer.
    struct Pages {
        std::vector<bool> visited;
        std::size_t first = 0;  ///< all pages before this one have been visited
    };

    std::int64_t page_;  ///< bytes
    std::map<int, Pages> buffers_;
};

}  // namespace xdnasim::sim
