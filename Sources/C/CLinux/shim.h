#pragma once
// What of Linux does not import into Swift: unions and variadic calls.
// Without _GNU_SOURCE: SwiftGlibc is built without it, and types that differ between the two do not merge.
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Pseudo terminals, for tests. <stdlib.h> declares them with _XOPEN_SOURCE only (posix_openpt(3), ptsname(3)).
int posix_openpt(int flags);
int grantpt(int fd);
int unlockpt(int fd);
char *ptsname(int fd);

static inline int parlay_epoll_add(int epoll, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

static inline int parlay_epoll_modify(int epoll, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event);
}

static inline int parlay_epoll_remove(int epoll, int fd) {
    struct epoll_event event = {0};
    return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, &event);
}

// Lets the calling thread wait behind others for a processor (on Linux the nice value is a thread's, not a process's).
static inline void parlay_be_nice(int niceness) { setpriority(PRIO_PROCESS, 0, niceness); }

// The first 15 bytes of `name` name the calling thread.
static inline void parlay_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// The processors that the calling thread may run on.
static inline int parlay_core_count(void) {
    unsigned long mask[128];
    memset(mask, 0, sizeof mask);
    if (syscall(SYS_sched_getaffinity, 0, sizeof mask, mask) < 0) return 1;
    int count = 0;
    for (int word = 0; word < 128; word++) count += __builtin_popcountl(mask[word]);
    return count > 0 ? count : 1;
}

static inline int64_t parlay_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Processor time of the calling thread. A system call, unlike the two others.
static inline int64_t parlay_thread_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t parlay_realtime_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// `epoll_event` is packed with a union; its token is read here.
static inline uint64_t parlay_epoll_token(const struct epoll_event *events, int index) { return events[index].data.u64; }
static inline uint32_t parlay_epoll_ready(const struct epoll_event *events, int index) { return events[index].events; }

// Asks the kernel to send `signal` to the calling process when the thread that made it ends.
static inline int parlay_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

static inline void parlay_limit(int resource, unsigned long value) {
    const struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    setrlimit(resource, &limit);
}

// The address space that the calling process has, and `more` bytes, shall be all that it gets.
static inline void parlay_limit_memory(unsigned long more) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return;
    if (fscanf(file, "%lu", &pages) == 1) parlay_limit(RLIMIT_AS, pages * (unsigned long)sysconf(_SC_PAGESIZE) + more);
    fclose(file);
}

// glibc 2.34; hidden behind _GNU_SOURCE.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// Starts a program whose standard input and output are `socket`, whose errors go nowhere, and which inherits no other
// descriptor, no blocked signal and no handler. Returns an errno.
static inline int parlay_spawn_worker(
    pid_t *pid, const char *program, char *const arguments[], char *const environment[], int socket
) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, socket, 0);
    posix_spawn_file_actions_adddup2(&actions, socket, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    const int code = posix_spawn(pid, program, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return code;
}

// How many characters a line of the terminal behind `fd` holds; 0 when it is not a terminal or does not say.
static inline int parlay_terminal_columns(int fd) {
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Sends one datagram to a Unix socket: a path, or an abstract name if it begins with `@` (sd_notify(3)). `wait` is how
// many seconds to wait for space in its buffer. Returns an errno.
static inline int parlay_send_datagram(const char *name, const char *message, int wait) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(name);
    if (length < 2 || length > sizeof address.sun_path || (name[0] != '/' && name[0] != '@')) return EINVAL;
    memcpy(address.sun_path, name, length);
    if (name[0] == '@') address.sun_path[0] = 0;
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return errno;
    const struct timeval limit = {.tv_sec = wait};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    const int flags = MSG_NOSIGNAL | (wait > 0 ? 0 : MSG_DONTWAIT);
    const ssize_t sent = sendto(fd, message, strlen(message), flags, (const struct sockaddr *)&address, size);
    const int code = sent < 0 ? errno : 0;
    close(fd);
    return code;
}

// A datagram socket at such a name, for tests. Returns its descriptor, or -1.
static inline int parlay_receive_datagrams(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(name);
    if (length < 2 || length > sizeof address.sun_path) return -1;
    memcpy(address.sun_path, name, length);
    if (name[0] == '@') address.sun_path[0] = 0;
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, size) == 0) return fd;
    close(fd);
    return -1;
}

// The percentage of free blocks that ordinary users can use on the file system of `path`, or -1 if that is unknown.
static inline double parlay_free_percentage(const char *path) {
    struct statvfs space;
    if (statvfs(path, &space) != 0 || space.f_blocks == 0) return -1;
    return 100.0 * (double)space.f_bavail / (double)space.f_blocks;
}

// Hidden behind _GNU_SOURCE.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

// Accepts a connection, whose descriptor does not block and is not inherited by other programs.
static inline int parlay_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t size = sizeof *peer;
    return accept4(listener, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// Sends two pieces in one call of sendmsg(2), without waiting and without SIGPIPE.
static inline ssize_t parlay_send_two(
    int socket, const void *first, size_t first_size, const void *second, size_t second_size
) {
    struct iovec pieces[2] = {{(void *)first, first_size}, {(void *)second, second_size}};
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = second_size > 0 ? 2 : 1};
    return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
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
