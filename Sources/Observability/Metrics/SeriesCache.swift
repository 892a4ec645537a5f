/// Series by small numbers, for one event loop: looking one up takes neither a lock nor a hash.
///
///     cache.series(route.index * 6 + request.method.index) { requests.series([route.pattern, …]) }.increment()
package struct SeriesCache<Series: AnyObject>: ~Copyable {
    private var known: [Series?] = []

    package init() {}

    /// `index` counts from zero and must be bounded by the program, since the cache is as long as the highest.
    package mutating func series(_ index: Int, _ find: () -> Series) -> Series {
        if index < known.count, let series = known[index] { return series }
        while known.count <= index { known.append(nil) }
        let series = find()
        known[index] = series
        return series
    }
}
