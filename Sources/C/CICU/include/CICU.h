#pragma once

#include <stdint.h>

// ICU for Swift, which can call neither C++ nor functions with variable arguments.
//
// Texts are UTF-8 with a length, locales and skeletons end in a NUL. A function that writes a text returns its length in bytes;
// if that is more than the capacity, nothing useful was written, and the caller tries again with a larger buffer. A negative
// result is a negated UErrorCode. Handles serve one thread at a time.

#ifdef __cplusplus
extern "C" {
#define PARLAY_NOEXCEPT noexcept
#else
#define PARLAY_NOEXCEPT
#endif

/// What one of the `open` functions made.
typedef struct parlay_icu parlay_icu;

/// Frees what is behind any handle; null is allowed.
void parlay_icu_close(parlay_icu *handle) PARLAY_NOEXCEPT;

/// A named value of a message. Name and text are parts of the bytes that come with the arguments.
typedef struct {
    int32_t name_start, name_length;
    /// A negative length means that the value is the number.
    int32_t text_start, text_length;
    int64_t number;
} parlay_icu_argument;

/// A pattern of MessageFormat. Null, and the error, if it cannot be parsed.
parlay_icu *parlay_icu_message(const char *locale, const char *pattern, int32_t length, int32_t *error) PARLAY_NOEXCEPT;
int32_t parlay_icu_message_format(
    parlay_icu *handle, const char *bytes, const parlay_icu_argument *arguments, int32_t count, char *out, int32_t capacity
) PARLAY_NOEXCEPT;

/// The arguments of a pattern, a line each: name, type (`none`, `plural`, `selectordinal`, `select`, `choice`, or the name of a
/// simple type such as `number`) and selectors, separated by tabs.
int32_t parlay_icu_message_arguments(const char *pattern, int32_t length, char *out, int32_t capacity) PARLAY_NOEXCEPT;

/// The plural categories of 0, 1, 2 … up to `last`, separated by commas.
int32_t parlay_icu_plurals(const char *locale, int32_t ordinal, int32_t last, char *out, int32_t capacity) PARLAY_NOEXCEPT;

/// Names of languages for a list: "Spanish", "Spanisch", "Español". The code is that of ISO 639-1; of an unknown one the name is
/// the code.
parlay_icu *parlay_icu_languages(const char *locale, int32_t *error) PARLAY_NOEXCEPT;
int32_t parlay_icu_languages_name(parlay_icu *handle, const char *code, char *out, int32_t capacity) PARLAY_NOEXCEPT;

/// Numbers by a skeleton such as `currency/USD`. The number is a decimal such as `-12.50`.
parlay_icu *parlay_icu_numbers(const char *locale, const char *skeleton, int32_t *error) PARLAY_NOEXCEPT;
int32_t parlay_icu_numbers_format(
    parlay_icu *handle, const char *number, int32_t length, char *out, int32_t capacity
) PARLAY_NOEXCEPT;

/// Dates by a skeleton such as `MMMEd`, of milliseconds since the epoch in the local time of the reader.
parlay_icu *parlay_icu_dates(const char *locale, const char *skeleton, int32_t *error) PARLAY_NOEXCEPT;
int32_t parlay_icu_dates_format(parlay_icu *handle, int64_t milliseconds, char *out, int32_t capacity) PARLAY_NOEXCEPT;

/// The units of parlay_icu_relative_format.
enum {
    parlay_icu_year, parlay_icu_month, parlay_icu_week, parlay_icu_day, parlay_icu_hour, parlay_icu_minute, parlay_icu_second
};
/// "in 3 days", "yesterday".
parlay_icu *parlay_icu_relative(const char *locale, int32_t *error) PARLAY_NOEXCEPT;
int32_t parlay_icu_relative_format(
    parlay_icu *handle, int32_t unit, int32_t count, char *out, int32_t capacity
) PARLAY_NOEXCEPT;

/// "One, two and three". The items stand one after the other in the bytes.
parlay_icu *parlay_icu_list(const char *locale, int32_t *error) PARLAY_NOEXCEPT;
int32_t parlay_icu_list_format(
    parlay_icu *handle, const char *bytes, const int32_t *lengths, int32_t count, char *out, int32_t capacity
) PARLAY_NOEXCEPT;

/// The bytes of a file of the system's time zones, as far as they fit.
int32_t parlay_zone_file(const char *path, char *out, int32_t capacity) PARLAY_NOEXCEPT;

#ifdef __cplusplus
}
#endif
