#pragma once
// What of Linux does not import into Swift: unions and variadic calls.
// Without _GNU_SOURCE: SwiftGlibc is built without it, and types that differ between the two do not merge.
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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

static inline int64_t parlay_realtime_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// `epoll_event` is packed with a union; its token is read here.
static inline uint64_t parlay_epoll_token(const struct epoll_event *events, int index) { return events[index].data.u64; }
static inline uint32_t parlay_epoll_ready(const struct epoll_event *events, int index) { return events[index].events; }
