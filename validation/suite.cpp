#include "validation/suite.hpp"

namespace xdnasim::validation {

Measurement measurement_of(const CsvRow& row, std::string what, double value, std::string types) {
    return {.id = row.id(),
            .source = row.text("source"),
            .device = row.text("device"),
            .what = std::move(what),
            .how = row.text("how"),
            .types = std::move(types),
            .split = row["split"].as_choice<Split>(
                {{"calibration", Split::Calibration}, {"validation", Split::Validation}}),
            .value = value};
}

}  // namespace xdnasim::validation
