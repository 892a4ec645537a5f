#include "CICU.h"

#include <new>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <unicode/dtptngen.h>
#include <unicode/listformatter.h>
#include <unicode/localpointer.h>
#include <unicode/messagepattern.h>
#include <unicode/msgfmt.h>
#include <unicode/numberformatter.h>
#include <unicode/plurrule.h>
#include <unicode/reldatefmt.h>
#include <unicode/smpdtfmt.h>
#include <unicode/uldnames.h>

// ICU throws nothing, its objects come from an allocator that returns null, and nothing here uses the standard library.

using namespace icu;

struct parlay_icu {
    virtual ~parlay_icu() = default;
};

namespace {

struct Message final : parlay_icu {
    LocalPointer<MessageFormat> format;
};
struct Numbers final : parlay_icu {
    number::LocalizedNumberFormatter format;
};
struct Dates final : parlay_icu {
    LocalPointer<SimpleDateFormat> format;
};
struct Relative final : parlay_icu {
    LocalPointer<RelativeDateTimeFormatter> format;
};
struct Languages final : parlay_icu {
    LocalULocaleDisplayNamesPointer names;
};
struct List final : parlay_icu {
    LocalPointer<ListFormatter> format;
};

UnicodeString utf16(const char *bytes, int32_t length) {
    return UnicodeString::fromUTF8(StringPiece(bytes, length));
}

/// Bytes that go into the buffer as far as they fit, and are all counted.
class Counter final : public ByteSink {
  public:
    Counter(char *out, int32_t capacity) : out(out), capacity(capacity) {}
    void Append(const char *bytes, int32_t count) override {
        if (count <= capacity - length) memcpy(out + length, bytes, count);
        length += count;
    }
    int32_t length = 0;

  private:
    char *out;
    int32_t capacity;
};

int32_t written(const UnicodeString &text, UErrorCode error, char *out, int32_t capacity) {
    if (U_FAILURE(error)) return -error;
    if (text.isBogus()) return -U_MEMORY_ALLOCATION_ERROR;
    Counter counter(out, capacity);
    text.toUTF8(counter);
    return counter.length;
}

Locale locale(const char *tag, UErrorCode &error) {
    return Locale::forLanguageTag(tag, error);
}

/// A handle of the type, with the object that `make` returns; null and the error if it fails.
template <class Handle, class Make> parlay_icu *opened(const char *tag, int32_t *error, Make make) {
    UErrorCode status = U_ZERO_ERROR;
    Locale where = locale(tag, status);
    Handle *handle = new (std::nothrow) Handle;
    if (handle == nullptr) status = U_MEMORY_ALLOCATION_ERROR;
    if (U_SUCCESS(status)) handle->format.adoptInsteadAndCheckErrorCode(make(where, status), status);
    *error = U_FAILURE(status) ? -status : 0;
    if (U_SUCCESS(status)) return handle;
    delete handle;
    return nullptr;
}

}  // namespace

void parlay_icu_close(parlay_icu *handle) noexcept {
    delete handle;
}

// Messages

parlay_icu *parlay_icu_message(const char *tag, const char *pattern, int32_t length, int32_t *error) noexcept {
    return opened<Message>(tag, error, [&](const Locale &where, UErrorCode &status) {
        UParseError place;
        return new MessageFormat(utf16(pattern, length), where, place, status);
    });
}

int32_t parlay_icu_message_format(
    parlay_icu *handle, const char *bytes, const parlay_icu_argument *arguments, int32_t count, char *out, int32_t capacity
) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    UnicodeString text;
    LocalArray<UnicodeString> names(new UnicodeString[count + 1], status);
    LocalArray<Formattable> values(new Formattable[count + 1], status);
    if (U_FAILURE(status)) return -status;
    for (int32_t index = 0; index < count; index++) {
        const parlay_icu_argument &argument = arguments[index];
        names[index] = utf16(bytes + argument.name_start, argument.name_length);
        if (argument.text_length < 0) values[index].setInt64(argument.number);
        else values[index].setString(utf16(bytes + argument.text_start, argument.text_length));
    }
    static_cast<Message *>(handle)->format->format(names.getAlias(), values.getAlias(), count, text, status);
    return written(text, status, out, capacity);
}

int32_t parlay_icu_message_arguments(const char *pattern, int32_t length, char *out, int32_t capacity) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    MessagePattern parsed(status);
    parsed.parse(utf16(pattern, length), &place, status);
    if (U_FAILURE(status)) return -status;
    UnicodeString text;
    for (int32_t index = 0; index < parsed.countParts(); index++) {
        const MessagePattern::Part &start = parsed.getPart(index);
        if (start.getType() != UMSGPAT_PART_TYPE_ARG_START) continue;
        text.append(parsed.getSubstring(parsed.getPart(index + 1))).append(u'\t');
        switch (start.getArgType()) {
            case UMSGPAT_ARG_TYPE_NONE: text.append(u"none", -1); break;
            case UMSGPAT_ARG_TYPE_SIMPLE: text.append(parsed.getSubstring(parsed.getPart(index + 2))); break;
            case UMSGPAT_ARG_TYPE_CHOICE: text.append(u"choice", -1); break;
            case UMSGPAT_ARG_TYPE_PLURAL: text.append(u"plural", -1); break;
            case UMSGPAT_ARG_TYPE_SELECT: text.append(u"select", -1); break;
            case UMSGPAT_ARG_TYPE_SELECTORDINAL: text.append(u"selectordinal", -1); break;
        }
        // The selectors of this argument, without those inside of its messages.
        for (int32_t part = index + 1, end = parsed.getLimitPartIndex(index); part < end; part++) {
            UMessagePatternPartType type = parsed.getPartType(part);
            if (type == UMSGPAT_PART_TYPE_MSG_START) part = parsed.getLimitPartIndex(part);
            else if (type == UMSGPAT_PART_TYPE_ARG_SELECTOR) text.append(u'\t').append(parsed.getSubstring(parsed.getPart(part)));
        }
        text.append(u'\n');
    }
    return written(text, status, out, capacity);
}

int32_t parlay_icu_plurals(const char *tag, int32_t ordinal, int32_t last, char *out, int32_t capacity) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    Locale where = locale(tag, status);
    UPluralType type = ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL;
    LocalPointer<PluralRules> rules(PluralRules::forLocale(where, type, status), status);
    if (U_FAILURE(status)) return -status;
    UnicodeString text;
    for (int32_t number = 0; number <= last; number++) {
        if (number > 0) text.append(u',');
        text.append(rules->select(number));
    }
    return written(text, status, out, capacity);
}

// Names of languages

parlay_icu *parlay_icu_languages(const char *tag, int32_t *error) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    Locale where = locale(tag, status);
    Languages *handle = new (std::nothrow) Languages;
    if (handle == nullptr) status = U_MEMORY_ALLOCATION_ERROR;
    if (U_SUCCESS(status)) {
        UDisplayContext contexts[] = {UDISPCTX_CAPITALIZATION_FOR_UI_LIST_OR_MENU};
        handle->names.adoptInstead(uldn_openForContext(where.getName(), contexts, 1, &status));
    }
    *error = U_FAILURE(status) ? -status : 0;
    if (U_SUCCESS(status)) return handle;
    delete handle;
    return nullptr;
}

int32_t parlay_icu_languages_name(parlay_icu *handle, const char *code, char *out, int32_t capacity) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    char16_t name[128];
    int32_t length =
        uldn_languageDisplayName(static_cast<Languages *>(handle)->names.getAlias(), code, name, 128, &status);
    if (U_FAILURE(status)) return -status;
    return written(UnicodeString(name, length), status, out, capacity);
}

// Numbers

parlay_icu *parlay_icu_numbers(const char *tag, const char *skeleton, int32_t *error) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    Locale where = locale(tag, status);
    Numbers *handle = new (std::nothrow) Numbers;
    if (handle == nullptr) status = U_MEMORY_ALLOCATION_ERROR;
    if (U_SUCCESS(status)) {
        UParseError place;
        handle->format = number::NumberFormatter::forSkeleton(UnicodeString(skeleton, -1, US_INV), place, status).locale(where);
        handle->format.copyErrorTo(status);
    }
    *error = U_FAILURE(status) ? -status : 0;
    if (U_SUCCESS(status)) return handle;
    delete handle;
    return nullptr;
}

int32_t parlay_icu_numbers_format(
    parlay_icu *handle, const char *number, int32_t length, char *out, int32_t capacity
) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    number::FormattedNumber formatted
        = static_cast<Numbers *>(handle)->format.formatDecimal(StringPiece(number, length), status);
    UnicodeString text = formatted.toString(status);
    return written(text, status, out, capacity);
}

// Dates

parlay_icu *parlay_icu_dates(const char *tag, const char *skeleton, int32_t *error) noexcept {
    return opened<Dates>(tag, error, [&](const Locale &where, UErrorCode &status) -> SimpleDateFormat * {
        LocalPointer<DateTimePatternGenerator> patterns(DateTimePatternGenerator::createInstance(where, status), status);
        if (U_FAILURE(status)) return nullptr;
        UnicodeString pattern = patterns->getBestPattern(UnicodeString(skeleton, -1, US_INV), status);
        SimpleDateFormat *format = new SimpleDateFormat(pattern, where, status);
        if (format != nullptr) format->setTimeZone(*TimeZone::getGMT());
        return format;
    });
}

int32_t parlay_icu_dates_format(parlay_icu *handle, int64_t milliseconds, char *out, int32_t capacity) noexcept {
    UnicodeString text;
    static_cast<Dates *>(handle)->format->format(static_cast<UDate>(milliseconds), text);
    return written(text, U_ZERO_ERROR, out, capacity);
}

parlay_icu *parlay_icu_relative(const char *tag, int32_t *error) noexcept {
    return opened<Relative>(tag, error, [](const Locale &where, UErrorCode &status) {
        return new RelativeDateTimeFormatter(where, status);
    });
}

int32_t parlay_icu_relative_format(
    parlay_icu *handle, int32_t unit, int32_t count, char *out, int32_t capacity
) noexcept {
    static const URelativeDateTimeUnit units[] = {
        UDAT_REL_UNIT_YEAR, UDAT_REL_UNIT_MONTH, UDAT_REL_UNIT_WEEK, UDAT_REL_UNIT_DAY,
        UDAT_REL_UNIT_HOUR, UDAT_REL_UNIT_MINUTE, UDAT_REL_UNIT_SECOND,
    };
    if (unit < parlay_icu_year || unit > parlay_icu_second) return -U_ILLEGAL_ARGUMENT_ERROR;
    UErrorCode status = U_ZERO_ERROR;
    UnicodeString text;
    static_cast<Relative *>(handle)->format->format(count, units[unit], text, status);
    return written(text, status, out, capacity);
}

// Lists

parlay_icu *parlay_icu_list(const char *tag, int32_t *error) noexcept {
    return opened<List>(tag, error, [](const Locale &where, UErrorCode &status) {
        return ListFormatter::createInstance(where, status);
    });
}

int32_t parlay_icu_list_format(
    parlay_icu *handle, const char *bytes, const int32_t *lengths, int32_t count, char *out, int32_t capacity
) noexcept {
    UErrorCode status = U_ZERO_ERROR;
    UnicodeString text;
    LocalArray<UnicodeString> items(new UnicodeString[count + 1], status);
    if (U_FAILURE(status)) return -status;
    for (int32_t index = 0; index < count; index++) {
        items[index] = utf16(bytes, lengths[index]);
        bytes += lengths[index];
    }
    static_cast<List *>(handle)->format->format(items.getAlias(), count, text, status);
    return written(text, status, out, capacity);
}

// Time zones

int32_t parlay_zone_file(const char *path, char *out, int32_t capacity) noexcept {
    int file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return -U_FILE_ACCESS_ERROR;
    int32_t length = 0;
    while (length < capacity) {
        ssize_t count = ::read(file, out + length, static_cast<size_t>(capacity - length));
        if (count <= 0) {
            if (count < 0) length = -U_FILE_ACCESS_ERROR;
            break;
        }
        length += static_cast<int32_t>(count);
    }
    ::close(file);
    return length;
}
