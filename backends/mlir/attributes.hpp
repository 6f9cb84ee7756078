#pragma once
// Dictionaries of attributes: {bd_id = 0 : i32, sym_name = "A0"}.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backends/mlir/tokens.hpp"

namespace xdnasim::mlir {

/// Each attribute is asked for by the one who knows what may stand there; what nobody asked for
/// is an error. All throw InputError with the place.
class Attributes {
 public:
    /// From the brace that opens it; nothing when there is no brace. `cursor` must outlive it.
    [[nodiscard]] static Attributes read(Cursor& cursor);
    /// "#aie.packet_info<pkt_type = 0, pkt_id = 3>", from the name on.
    [[nodiscard]] static Attributes read_named(Cursor& cursor);

    [[nodiscard]] bool has(const std::string& key) const { return items_.contains(key); }
    [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t min, std::int64_t max);
    [[nodiscard]] int small_integer(const std::string& key, int min, int max) {
        return static_cast<int>(integer(key, min, max));
    }
    [[nodiscard]] std::string string(const std::string& key);
    /// The index of the string that stands there.
    [[nodiscard]] std::size_t choice(const std::string& key,
                                     const std::vector<std::string>& allowed);
    /// true or false; false when it is not there.
    [[nodiscard]] bool boolean(const std::string& key);
    /// Is there one without a value?
    [[nodiscard]] bool unit(const std::string& key);
    [[nodiscard]] Attributes& nested(const std::string& key);
    void ignore(const std::string& key);

    void require_nothing_else() const;

    [[nodiscard]] Place place() const { return place_; }
    [[nodiscard]] Place place_of(const std::string& key) const { return items_.at(key).place; }

 private:
    struct Item {
        /// Nothing: a unit attribute.
        std::variant<std::monostate, Token, std::shared_ptr<Attributes>> value;
        Place place;
        bool used = false;
    };

    explicit Attributes(Cursor& cursor) : cursor_{&cursor}, place_{cursor.peek().place} {}
    [[nodiscard]] static Attributes read(Cursor& cursor, int depth, std::string_view close);
    void read_item(int depth);
    [[nodiscard]] Item& require(const std::string& key);
    [[nodiscard]] const Token& token(const std::string& key, Token::Kind kind, const char* what);

    Cursor* cursor_;
    Place place_;
    std::map<std::string, Item> items_;
};

}  // namespace xdnasim::mlir
