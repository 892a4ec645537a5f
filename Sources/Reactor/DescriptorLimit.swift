internal import Glibc

/// The limit of open descriptors. Logins start with a soft limit of 1,024 for programs that use `select`; everything
/// here uses epoll (getrlimit(2)).
package enum DescriptorLimit {
    /// Raises the soft limit to the hard one and returns it. Child processes inherit it.
    @discardableResult package static func raise() -> UInt64 {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
        guard limit.rlim_cur < limit.rlim_max else { return UInt64(limit.rlim_cur) }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(resource, &limit)
        _ = unsafe getrlimit(resource, &limit)
        return UInt64(limit.rlim_cur)
    }
}
