#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdint.h>

static inline void parlay_xml_silence(void *context, xmlErrorPtr error) {
    (void) context;
    (void) error;
}

/// A context whose errors are not printed. `document` may be null, to compile only.
static inline xmlXPathContextPtr parlay_xpath_context(xmlDocPtr document) {
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    if (context != NULL) context->error = parlay_xml_silence;
    return context;
}

/// Ends the evaluation that runs in the context. The only function that another thread may call meanwhile: libxml2 reads the
/// limit before each operation and never writes it.
static inline void parlay_xpath_stop(uintptr_t context) {
    __atomic_store_n(&((xmlXPathContextPtr) context)->opLimit, 1, __ATOMIC_RELAXED);
}

/// `xmlFree` is a variable in libxml2.
static inline void parlay_xml_free(xmlChar *text) {
    xmlFree(text);
}

/// Whether the document has more elements and texts than the limit.
static inline int parlay_xml_is_larger(xmlDocPtr document, int limit) {
    xmlNodePtr node = xmlDocGetRootElement(document);
    for (int count = 0; node != NULL; count++) {
        if (count >= limit) return 1;
        if (node->children != NULL && node->type == XML_ELEMENT_NODE) {
            node = node->children;
            continue;
        }
        while (node != NULL && node->next == NULL) node = node->parent;
        if (node != NULL) node = node->next;
    }
    return 0;
}
