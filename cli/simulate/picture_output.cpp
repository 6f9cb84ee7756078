#include "cli/simulate/picture_output.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "cli/output.hpp"
#include "cli/simulate/time_chart.hpp"
#include "workloads/picture/array_picture.hpp"

namespace xdnasim::cli {
namespace {

bool is_page(const std::string& file) {
    return file.ends_with(".html");
}

}  // namespace

void require_picture_file(const std::string& file) {
    if (!is_page(file) && !file.ends_with(".svg"))
        throw base::InputError{
            fmt::format("--picture: {} ends neither in .svg nor in .html", base::in_quotes(file))};
}

void write_picture(const std::string& file, const schedule::Schedule& schedule,
                   const arch::Device& device, const backends::RunResult& result,
                   const std::string& summary) {
    const std::string picture = picture::draw_svg(schedule, device);
    if (!is_page(file)) {
        write_file(file, picture);
        return;
    }
    write_file(file, fmt::format("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
                                 "<title>xdnasim: {}</title></head>\n<body>\n<pre>{}</pre>\n"
                                 "{}<p>\n{}</body></html>\n",
                                 picture::escaped(device.name), picture::escaped(summary),
                                 time_chart(result), picture));
}

}  // namespace xdnasim::cli
