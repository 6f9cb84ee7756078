#include "sim/visited_pages.hpp"

#include <algorithm>

namespace xdnasim::sim {

namespace {

/// The bytes of each row that count for its pages. A BD that moves on along its rows reads all of
/// each row's bytes; otherwise its steps may take further parts of the rows, mostly in the same
/// pages, and only one run counts.
std::int64_t bytes_in_row(const memory::AccessPattern& pattern, arch::Bytes length) {
    return pattern.along_rows ? length.count() / pattern.rows : pattern.run.count();
}

/// The offset behind the last byte of the last row.
std::int64_t end_of(const memory::AccessPattern& pattern, arch::Bytes length) {
    return pattern.offset.count() + pattern.stride.count() * (pattern.rows - 1) +
           bytes_in_row(pattern, length);
}

/// Calls `visit` with each page that a BD of `length` walks through.
template <class Visit>
void for_each_page(const memory::AccessPattern& pattern, arch::Bytes length, std::int64_t page,
                   const Visit& visit) {
    const std::int64_t in_row = bytes_in_row(pattern, length);
    std::int64_t next = 0;  // the page behind those of the rows before
    for (std::int64_t row = 0; row < pattern.rows; ++row) {
        const std::int64_t begin = pattern.offset.count() + row * pattern.stride.count();
        const std::int64_t end = (begin + in_row - 1) / page + 1;
        for (std::int64_t number = std::max(begin / page, next); number < end; ++number)
            visit(static_cast<std::size_t>(number));
        next = std::max(next, end);
    }
}

}  // namespace

double VisitedPages::visit(const memory::AccessPattern& pattern, arch::Bytes length,
                           std::vector<Page>* met) {
    if (pattern.stride == arch::Bytes{0}) return 0;
    Pages& pages = buffers_[pattern.buffer];
    std::vector<bool>& visited = pages.visited;
    while (pages.first < visited.size() && visited[pages.first])
        ++pages.first;
    if (end_of(pattern, length) <= static_cast<std::int64_t>(pages.first) * page_) return 0;
    std::int64_t cold = 0;
    for_each_page(pattern, length, page_, [&](std::size_t number) {
        if (visited.size() <= number) visited.resize(number + 1);
        if (visited[number]) return;
        visited[number] = true;
        ++cold;
        if (met != nullptr) met->push_back({pattern.buffer, number});
    });
    return static_cast<double>(cold) * static_cast<double>(pattern.run.count()) /
           static_cast<double>(length.count());
}

void VisitedPages::forget(const std::vector<Page>& pages) {
    for (const Page& page : pages) {
        Pages& of = buffers_[page.buffer];
        of.visited[page.number] = false;
        of.first = std::min(of.first, page.number);
    }
}

}  // namespace xdnasim::sim
