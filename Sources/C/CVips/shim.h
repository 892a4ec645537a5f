#pragma once
// libvips, bound when it is first called: linked, it and the hundred libraries behind it would cost every process of
// the program 20 MB and 20 ms at its start (docs/decisions/0028). What is used of its interface is declared here; it
// is part of what the name libvips.so.42 promises. The calls are variadic and do not import: they are wrapped.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef struct _VipsImage VipsImage;

enum parlay_vips_kind { PARLAY_VIPS_JPEG, PARLAY_VIPS_PNG, PARLAY_VIPS_WEBP };

struct parlay_vips {
    int (*init)(const char *);
    const char *(*error_buffer)(void);
    void (*cache_set_max)(int);
    void (*concurrency_set)(int);
    void (*block_untrusted_set)(int);
    void (*operation_block_set)(const char *, int);
    int (*load[3])(void *, size_t, VipsImage **, ...);
    int (*thumbnail_buffer)(void *, size_t, VipsImage **, int, ...);
    int (*thumbnail_image)(VipsImage *, VipsImage **, int, ...);
    int (*extract_area)(VipsImage *, VipsImage **, int, int, int, int, ...);
    int (*colourspace)(VipsImage *, VipsImage **, int, ...);
    int (*icc_transform)(VipsImage *, VipsImage **, const char *, ...);
    int (*cast)(VipsImage *, VipsImage **, int, ...);
    int (*flatten)(VipsImage *, VipsImage **, ...);
    int (*jpegsave_buffer)(VipsImage *, void **, size_t *, ...);
    int (*webpsave_buffer)(VipsImage *, void **, size_t *, ...);
    int (*get_width)(const VipsImage *);
    int (*get_height)(const VipsImage *);
    int (*get_orientation)(VipsImage *);
    unsigned long (*get_typeof)(const VipsImage *, const char *);
    int (*hasalpha)(VipsImage *);
    VipsImage *(*copy_memory)(VipsImage *);
    int (*remove)(VipsImage *, const char *);
    void *(*array_double_new)(const double *, int);
    void (*area_unref)(void *);
    void (*object_unref)(void *);
    void (*free)(void *);
};

// Finds the library and its functions; the name of what is missing, or null.
static inline const char *parlay_vips_open(struct parlay_vips *vips) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libvips.so.42";
    const struct {
        const char *name;
        void *slot;
    } functions[] = {
        {"vips_init", &vips->init},
        {"vips_error_buffer", &vips->error_buffer},
        {"vips_cache_set_max", &vips->cache_set_max},
        {"vips_concurrency_set", &vips->concurrency_set},
        {"vips_block_untrusted_set", &vips->block_untrusted_set},
        {"vips_operation_block_set", &vips->operation_block_set},
        {"vips_jpegload_buffer", &vips->load[PARLAY_VIPS_JPEG]},
        {"vips_pngload_buffer", &vips->load[PARLAY_VIPS_PNG]},
        {"vips_webpload_buffer", &vips->load[PARLAY_VIPS_WEBP]},
        {"vips_thumbnail_buffer", &vips->thumbnail_buffer},
        {"vips_thumbnail_image", &vips->thumbnail_image},
        {"vips_extract_area", &vips->extract_area},
        {"vips_colourspace", &vips->colourspace},
        {"vips_icc_transform", &vips->icc_transform},
        {"vips_cast", &vips->cast},
        {"vips_flatten", &vips->flatten},
        {"vips_jpegsave_buffer", &vips->jpegsave_buffer},
        {"vips_webpsave_buffer", &vips->webpsave_buffer},
        {"vips_image_get_width", &vips->get_width},
        {"vips_image_get_height", &vips->get_height},
        {"vips_image_get_orientation", &vips->get_orientation},
        {"vips_image_get_typeof", &vips->get_typeof},
        {"vips_image_hasalpha", &vips->hasalpha},
        {"vips_image_copy_memory", &vips->copy_memory},
        {"vips_image_remove", &vips->remove},
        {"vips_array_double_new", &vips->array_double_new},
        {"vips_area_unref", &vips->area_unref},
        {"g_object_unref", &vips->object_unref},
        {"g_free", &vips->free},
    };
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *function = dlsym(library, functions[index].name);
        if (!function) return functions[index].name;
        *(void **)functions[index].slot = function;
    }
    return NULL;
}

// Starts it for strangers' images: no cache, no threads, and no loaders but those of the three kinds.
static inline int parlay_vips_start(const struct parlay_vips *vips) {
    if (vips->init("parlay") != 0) return -1;
    vips->cache_set_max(0);
    vips->concurrency_set(1);
    vips->block_untrusted_set(1);
    vips->operation_block_set("VipsForeignLoad", 1);
    vips->operation_block_set("VipsForeignLoadJpeg", 0);
    vips->operation_block_set("VipsForeignLoadPng", 0);
    vips->operation_block_set("VipsForeignLoadWebp", 0);
    return 0;
}

// VIPS_ACCESS_SEQUENTIAL is 1, VIPS_FAIL_ON_ERROR is 2: a damaged image is an error, not a grey area.
static inline int parlay_vips_load(
    const struct parlay_vips *vips, enum parlay_vips_kind kind, const void *bytes, size_t count, VipsImage **image
) {
    return vips->load[kind]((void *)bytes, count, image, "access", 1, "fail_on", 2, NULL);
}

// The upright image, its longest side `size`; decodes no more than that needs.
static inline int parlay_vips_thumbnail_buffer(
    const struct parlay_vips *vips, const void *bytes, size_t count, int size, VipsImage **image
) {
    return vips->thumbnail_buffer(
        (void *)bytes, count, image, size, "height", size,
        // Its own option `fail_on` does not reach the loader (libvips 8.14).
        "option_string", "[fail_on=error]", NULL
    );
}

static inline int parlay_vips_thumbnail_image(
    const struct parlay_vips *vips, VipsImage *source, int size, VipsImage **image
) {
    return vips->thumbnail_image(source, image, size, "height", size, NULL);
}

static inline int parlay_vips_extract_area(
    const struct parlay_vips *vips, VipsImage *source, int left, int top, int width, int height, VipsImage **image
) {
    return vips->extract_area(source, image, left, top, width, height, NULL);
}

// From the colour profile that the image brings. The thumbnail's `export_profile` would do it too, but turns colours
// without a profile: blue becomes violet (libvips 8.14).
static inline int parlay_vips_import_profile(const struct parlay_vips *vips, VipsImage *source, VipsImage **image) {
    return vips->icc_transform(source, image, "srgb", "embedded", 1, "depth", 8, NULL);
}
static inline int parlay_vips_has_profile(const struct parlay_vips *vips, VipsImage *image) {
    return vips->get_typeof(image, "icc-profile-data") != 0;
}

// VIPS_INTERPRETATION_sRGB is 22.
static inline int parlay_vips_srgb(const struct parlay_vips *vips, VipsImage *source, VipsImage **image) {
    return vips->colourspace(source, image, 22, NULL);
}

// VIPS_FORMAT_UCHAR is 0.
static inline int parlay_vips_bytes(const struct parlay_vips *vips, VipsImage *source, VipsImage **image) {
    return vips->cast(source, image, 0, NULL);
}

// Takes off what tells where, when and with what it was made.
static inline void parlay_vips_remove_metadata(const struct parlay_vips *vips, VipsImage *image) {
    static const char *const fields[] = {
        "exif-data", "xmp-data", "iptc-data", "photoshop-data", "icc-profile-data", "orientation",
    };
    for (size_t index = 0; index < sizeof fields / sizeof *fields; index++) vips->remove(image, fields[index]);
}

// On white.
static inline int parlay_vips_flatten(const struct parlay_vips *vips, VipsImage *source, VipsImage **image) {
    const double white[] = {255};
    void *background = vips->array_double_new(white, 1);
    const int code = vips->flatten(source, image, "background", background, NULL);
    vips->area_unref(background);
    return code;
}

static inline int parlay_vips_jpegsave(
    const struct parlay_vips *vips, VipsImage *image, int quality, void **bytes, size_t *count
) {
    return vips->jpegsave_buffer(image, bytes, count, "Q", quality, "optimize_coding", 1, "strip", 1, NULL);
}

static inline int parlay_vips_webpsave(
    const struct parlay_vips *vips, VipsImage *image, int quality, void **bytes, size_t *count
) {
    return vips->webpsave_buffer(image, bytes, count, "Q", quality, "strip", 1, NULL);
}

static inline int parlay_vips_width(const struct parlay_vips *vips, VipsImage *image) { return vips->get_width(image); }
static inline int parlay_vips_height(const struct parlay_vips *vips, VipsImage *image) {
    return vips->get_height(image);
}
// As EXIF counts, 1 to 8; 1 when the image does not say.
static inline int parlay_vips_orientation(const struct parlay_vips *vips, VipsImage *image) {
    return vips->get_orientation(image);
}
static inline int parlay_vips_has_alpha(const struct parlay_vips *vips, VipsImage *image) {
    return vips->hasalpha(image);
}
static inline VipsImage *parlay_vips_copy_memory(const struct parlay_vips *vips, VipsImage *image) {
    return vips->copy_memory(image);
}
static inline const char *parlay_vips_error(const struct parlay_vips *vips) { return vips->error_buffer(); }
static inline void parlay_vips_unref(const struct parlay_vips *vips, VipsImage *image) { vips->object_unref(image); }
static inline void parlay_vips_free(const struct parlay_vips *vips, void *bytes) { vips->free(bytes); }
