#pragma once
// Pages of host buffers that somebody has been in. Who comes to a page for the first time waits for
// a walk of its address.

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

    /// Walks for pages that nobody has been in, for each run of a BD of `length`. All its pages
    /// have been visited from now on; those that had not are added to `met`, unless that is null.
    [[nodiscard]] double visit(const memory::AccessPattern& pattern, arch::Bytes length,
                               std::vector<Page>* met = nullptr);
    /// As if nobody had been in these.
    void forget(const std::vector<Page>& pages);

 private:
    /// The pages of a buffer.
    struct Pages {
        std::vector<bool> visited;
        std::size_t first = 0;  ///< somebody has been in all pages before it
    };

    std::int64_t page_;  ///< bytes
    std::map<int, Pages> buffers_;
};

}  // namespace xdnasim::sim
