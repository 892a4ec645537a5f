#pragma once
// libmicrohttpd is configured by variadic calls, which do not import into Swift.
#include <linux/filter.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

struct parlay_mhd_options {
    int listen_socket;
    size_t memory_limit;
    unsigned int connection_limit;
    void *context;
    MHD_AcceptPolicyCallback accept;
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
};

// Paths and queries are decoded by the router, which refuses what is malformed.
static size_t parlay_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

// Without a timeout: the server ends slow connections itself. Not strict: what that would refuse with a page of its own is
// refused by the server with a problem document.
static inline struct MHD_Daemon *parlay_mhd_start(const struct parlay_mhd_options *options) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE, 0, options->accept, options->context, options->handler,
        options->context, MHD_OPTION_LISTEN_SOCKET, options->listen_socket, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        options->memory_limit, MHD_OPTION_CONNECTION_TIMEOUT, 0, MHD_OPTION_CONNECTION_LIMIT,
        options->connection_limit, MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context, MHD_OPTION_URI_LOG_CALLBACK,
        options->target, options->context, MHD_OPTION_UNESCAPE_CALLBACK, parlay_mhd_keep_escapes, (void *)0,
        MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
}

// -1 when the daemon has none.
static inline int parlay_mhd_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

static inline int parlay_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *parlay_mhd_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : (const struct sockaddr *)0;
}

static inline void *parlay_mhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : (void *)0;
}

static inline size_t parlay_mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline void parlay_mhd_end_upgrade(struct MHD_UpgradeResponseHandle *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

struct parlay_tcp_state {
    // Since the socket was opened; of those sent, as far as the peer has acknowledged them.
    uint64_t bytes_received;
    uint64_t bytes_acknowledged;
    // Bytes that were written, sent or not, and that the peer has not acknowledged.
    int has_unacknowledged;
    // Bytes that came and were not read.
    int unread;
    // The peer has closed its side and all that it sent before was read.
    int is_at_end;
};

static inline struct parlay_tcp_state parlay_tcp_state(int socket) {
    struct tcp_info_head {
        uint8_t state;
        uint8_t skipped[23];
        uint32_t unacked;
        uint8_t skipped_too[92];
        uint64_t bytes_acked;
        uint64_t bytes_received;
        uint32_t segments[2];
        uint32_t notsent_bytes;
    } info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    struct parlay_tcp_state state = {0};
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return state;
    state.bytes_received = info.bytes_received;
    state.bytes_acknowledged = info.bytes_acked;
    state.has_unacknowledged = info.unacked > 0 || info.notsent_bytes > 0;
    const int can_tell = ioctl(socket, FIONREAD, &state.unread) == 0;
    state.is_at_end = info.state == TCP_CLOSE_WAIT && can_tell && state.unread == 0;
    return state;
}

// Lets handshakes under way on a listening socket end and drops the first packet of new ones, so that the client
// sends it again a second later, when another socket listens on the port. Without this, what arrives between the last
// accept and the close is reset.
static inline int parlay_tcp_drop_new(int socket) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),          // the flags
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x12),       // SYN and ACK
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x02, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};
    return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

// Whether a read (for a listening socket, an accept) would not wait.
static inline int parlay_is_readable(int socket) {
    struct pollfd entry = {socket, POLLIN, 0};
    return poll(&entry, 1, 0) > 0;
}

// Gives the pages of an idle connection's buffer back to the system. libmicrohttpd 0.9.75 maps a buffer over 32 KiB by
// itself, reads each request to its start and fills it with zeros after each, which makes all its pages resident. They
// read as zeros again when they are touched. `first` is the address of the connection's last request line; nothing
// happens for a buffer that holds the beginning of another, and with other versions of the library.
static inline int parlay_mhd_release_buffer(uintptr_t first, size_t size) {
    static const char zeros[64];
    if (strcmp(MHD_get_version(), "0.9.75") != 0 || size <= 32 * 1024) return -1;
    char *start = (char *)(first & ~(uintptr_t)4095);
    if (memcmp(start, zeros, sizeof zeros) != 0) return -1;
    return madvise(start, size & ~(size_t)4095, MADV_DONTNEED);
}
