internal import CXML

/// A page of HTML, parsed by libxml2.
package enum HTMLPage {}
