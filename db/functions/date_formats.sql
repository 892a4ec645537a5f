-- Templates of to_char() by language and region, `en-` for English without a region, and by language for all other regions.
create or replace function date_formats() returns jsonb
    language sql immutable parallel safe
    return '{
        "en-": "Dy, Mon FMDD, YYYY, FMHH12:MI AM", "en-us": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-ca": "Dy, Mon FMDD, YYYY, FMHH12:MI AM", "en-ph": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-pr": "Dy, Mon FMDD, YYYY, FMHH12:MI AM",
        "en-au": "Dy, FMDD Mon YYYY, FMHH12:MI AM", "en-nz": "Dy, FMDD Mon YYYY, FMHH12:MI AM",
        "en-in": "Dy, FMDD Mon YYYY, FMHH12:MI AM",
        "en": "Dy, FMDD Mon YYYY, HH24:MI",
        "fr-ca": "YYYY-MM-DD HH24:MI",
        "fr-ch": "DD.MM.YYYY HH24:MI", "it-ch": "DD.MM.YYYY HH24:MI",
        "nl-be": "DD/MM/YYYY HH24:MI",
        "az": "DD.MM.YYYY HH24:MI", "be": "DD.MM.YYYY HH24:MI", "bg": "DD.MM.YYYY HH24:MI", "bs": "DD.MM.YYYY HH24:MI",
        "cs": "DD.MM.YYYY HH24:MI", "da": "DD.MM.YYYY HH24:MI", "de": "DD.MM.YYYY HH24:MI", "et": "DD.MM.YYYY HH24:MI",
        "fi": "DD.MM.YYYY HH24:MI", "hr": "DD.MM.YYYY HH24:MI", "hy": "DD.MM.YYYY HH24:MI", "is": "DD.MM.YYYY HH24:MI",
        "ka": "DD.MM.YYYY HH24:MI", "kk": "DD.MM.YYYY HH24:MI", "lv": "DD.MM.YYYY HH24:MI", "mk": "DD.MM.YYYY HH24:MI",
        "nb": "DD.MM.YYYY HH24:MI", "nn": "DD.MM.YYYY HH24:MI", "no": "DD.MM.YYYY HH24:MI", "pl": "DD.MM.YYYY HH24:MI",
        "ro": "DD.MM.YYYY HH24:MI", "ru": "DD.MM.YYYY HH24:MI", "sk": "DD.MM.YYYY HH24:MI", "sl": "DD.MM.YYYY HH24:MI",
        "sr": "DD.MM.YYYY HH24:MI", "tr": "DD.MM.YYYY HH24:MI", "uk": "DD.MM.YYYY HH24:MI",
        "ca": "DD/MM/YYYY HH24:MI", "cy": "DD/MM/YYYY HH24:MI", "el": "DD/MM/YYYY HH24:MI", "es": "DD/MM/YYYY HH24:MI",
        "fr": "DD/MM/YYYY HH24:MI", "ga": "DD/MM/YYYY HH24:MI", "gl": "DD/MM/YYYY HH24:MI", "he": "DD/MM/YYYY HH24:MI",
        "id": "DD/MM/YYYY HH24:MI", "it": "DD/MM/YYYY HH24:MI", "ms": "DD/MM/YYYY HH24:MI", "pt": "DD/MM/YYYY HH24:MI",
        "sw": "DD/MM/YYYY HH24:MI", "vi": "DD/MM/YYYY HH24:MI",
        "ar": "DD/MM/YYYY FMHH12:MI AM", "bn": "DD/MM/YYYY FMHH12:MI AM", "hi": "DD/MM/YYYY FMHH12:MI AM",
        "ta": "DD/MM/YYYY FMHH12:MI AM", "te": "DD/MM/YYYY FMHH12:MI AM", "ur": "DD/MM/YYYY FMHH12:MI AM",
        "nl": "DD-MM-YYYY HH24:MI",
        "ja": "YYYY/MM/DD HH24:MI", "zh": "YYYY/MM/DD HH24:MI",
        "hu": "YYYY. MM. DD. HH24:MI", "ko": "YYYY. MM. DD. HH24:MI"
    }'::jsonb;
