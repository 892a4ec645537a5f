/*
 * Readers of a live stream: one thread, many WebSockets, as little work a message as possible, so that the time of its
 * arrival is the server's and not this program's.
 *
 *     listen PORT PATH COUNT TOKEN TABLE EVERY BUFFER
 *
 * TOKEN may be "-". TABLE is a file of lines "id price" with rising ids: what every socket knows at its beginning. Of
 * every EVERY-th socket the arrival of each message is kept. BUFFER is the size of the sockets' receive buffers, 0 for
 * the system's. Says {"open": COUNT} once all are open, then answers each line of standard input by one of JSON:
 *
 *     reset             forgets what was counted
 *     counts            messages of all, of the socket with the fewest, those whose number did not rise, closed sockets
 *     arrivals          of the kept sockets: the times of arrival, in nanoseconds of the monotonic clock
 *     samples FILE      writes the kept (number, arrival in nanoseconds since 1970) as pairs of 64-bit integers
 *     compare TABLE     how many open sockets do not have exactly these prices
 *     stall             stops reading from all sockets
 *     stalled           seconds from then until the socket received no more, and until the server closed it; or null
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 18, LINE = 4096, EVENTS = 512 };

struct reader {
    int descriptor;
    int is_open;
    int is_kept;
    /* The first bytes of a frame that is incomplete. */
    unsigned char *rest;
    size_t rest_length;
    int64_t seq;
    uint64_t messages;
    int32_t *prices;
};

struct sample {
    int64_t seq;
    int64_t nanoseconds;
};

static struct reader *readers;
static int reader_count;
static int epoll;
static int64_t first_id;
static size_t table_size;
static int32_t *table;
static uint64_t disordered;
static uint64_t closed;
static int last_close;
static struct sample *samples;
static int64_t *monotonic;
static size_t sample_count, sample_capacity;
static unsigned char buffer[BUFFER + 16];
static double stalled_at, progress_at, ended_at;
static int stalled_bytes;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "listen: %s: %s\n", what, why);
    exit(1);
}

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Prices by id from the first one on; 0 where there is none. */
static int32_t *read_table(const char *path, int is_first) {
    FILE *file = fopen(path, "r");
    if (!file) fail(path, strerror(errno));
    int32_t *prices = NULL;
    size_t capacity = is_first ? 0 : table_size;
    if (!is_first) prices = calloc(table_size + 1, sizeof *prices);
    long long id;
    int price;
    while (fscanf(file, "%lld %d", &id, &price) == 2) {
        if (is_first && !prices) first_id = id;
        size_t place = (size_t)(id - first_id);
        if (id < first_id || place > 10000000 || (!is_first && place >= table_size)) fail(path, "an unexpected id");
        if (place >= capacity) {
            size_t grown = (place + 1) * 2;
            prices = realloc(prices, grown * sizeof *prices);
            memset(prices + capacity, 0, (grown - capacity) * sizeof *prices);
            capacity = grown;
        }
        prices[place] = price;
        if (is_first) table_size = place + 1;
    }
    fclose(file);
    if (!prices) fail(path, "no prices");
    return prices;
}

static void keep(int64_t seq, int64_t arrived_monotonic, int64_t arrived_real) {
    if (sample_count == sample_capacity) {
        sample_capacity = sample_capacity ? sample_capacity * 2 : 65536;
        samples = realloc(samples, sample_capacity * sizeof *samples);
        monotonic = realloc(monotonic, sample_capacity * sizeof *monotonic);
        if (!samples || !monotonic) fail("samples", "no memory");
    }
    monotonic[sample_count] = arrived_monotonic;
    samples[sample_count++] = (struct sample){seq, arrived_real};
}

/* The number behind `key`, through a quotation mark and a sign; or `otherwise`. */
static int64_t number(const unsigned char *text, size_t length, const char *key, int64_t otherwise) {
    size_t key_length = strlen(key);
    const unsigned char *found = memmem(text, length, key, key_length);
    if (!found) return otherwise;
    const unsigned char *end = text + length, *at = found + key_length;
    while (at < end && (*at == ':' || *at == ' ' || *at == '"' || *at == '+')) at++;
    int is_negative = at < end && *at == '-';
    if (is_negative) at++;
    int64_t value = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++) value = value * 10 + (*at - '0');
    return is_negative ? -value : value;
}

static void take_message(struct reader *reader, const unsigned char *text, size_t length, const int64_t arrived[2]) {
    int64_t id = number(text, length, "\"outcome\"", -1);
    int64_t seq = number(text, length, "\"seq\"", reader->seq + 1);
    if (seq <= reader->seq) disordered++;
    reader->seq = seq;
    if (id < 0) return;
    reader->messages++;
    if (reader->is_kept) keep(seq, arrived[0], arrived[1]);
    size_t place = (size_t)(id - first_id);
    if (id < first_id || place >= table_size) fail("a message", "an unknown outcome");
    reader->prices[place] = (int32_t)number(text, length, "\"price\"", 0);
}

static void end(struct reader *reader, int code) {
    if (!reader->is_open) return;
    reader->is_open = 0;
    last_close = code;
    closed++;
    close(reader->descriptor);
}

static void answer_ping(struct reader *reader, const unsigned char *payload, size_t length) {
    unsigned char frame[131] = {0x8a, (unsigned char)(0x80 | length)};
    memcpy(frame + 6, payload, length);
    if (send(reader->descriptor, frame, 6 + length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) end(reader, 1006);
}

/* Takes whole frames; answers how many bytes they are. */
static size_t take_frames(struct reader *reader, const unsigned char *bytes, size_t count, const int64_t arrived[2]) {
    size_t at = 0;
    while (count - at >= 2 && reader->is_open) {
        const unsigned char *frame = bytes + at;
        size_t length = frame[1], head = 2, left = count - at;
        if (length == 126) {
            if (left < 4) break;
            length = (size_t)frame[2] << 8 | frame[3];
            head = 4;
        } else if (length > 126) {
            fail("a frame", "too long or masked");
        }
        if (left < head + length) break;
        switch (frame[0]) {
        case 0x81: take_message(reader, frame + head, length, arrived); break;
        case 0x88: end(reader, length >= 2 ? frame[head] << 8 | frame[head + 1] : 1005); break;
        case 0x89: answer_ping(reader, frame + head, length); break;
        case 0x8a: break;
        default: fail("a frame", "unexpected");
        }
        at += head + length;
    }
    return at;
}

static void receive(struct reader *reader) {
    size_t have = reader->rest_length;
    if (have) memcpy(buffer, reader->rest, have);
    ssize_t count = recv(reader->descriptor, buffer + have, BUFFER - have, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) return end(reader, 1006);
    int64_t arrived[2] = {nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_REALTIME)};
    have += (size_t)count;
    size_t taken = take_frames(reader, buffer, have, arrived);
    reader->rest_length = have - taken;
    free(reader->rest);
    reader->rest = NULL;
    if (reader->rest_length) {
        reader->rest = malloc(reader->rest_length);
        memcpy(reader->rest, buffer + taken, reader->rest_length);
    }
}

static void open_reader(struct reader *reader, int port, const char *path, const char *token, int receive_buffer) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket", strerror(errno));
    if (receive_buffer) setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect", strerror(errno));
    char head[LINE], authorization[256] = "";
    if (strcmp(token, "-") != 0) snprintf(authorization, sizeof authorization, "Authorization: Token %s\r\n", token);
    int length = snprintf(head, sizeof head,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
        path, port, authorization);
    if (send(descriptor, head, (size_t)length, MSG_NOSIGNAL) != length) fail("send", strerror(errno));
    size_t have = 0;
    unsigned char *end_of_head = NULL;
    while (!end_of_head) {
        ssize_t count = recv(descriptor, buffer + have, BUFFER - have, 0);
        if (count <= 0) fail("handshake", count < 0 ? strerror(errno) : "the server closed the connection");
        have += (size_t)count;
        end_of_head = memmem(buffer, have, "\r\n\r\n", 4);
    }
    if (memcmp(buffer, "HTTP/1.1 101", 12) != 0) {
        buffer[have] = 0;
        fail("handshake", (char *)buffer);
    }
    reader->descriptor = descriptor;
    reader->is_open = 1;
    size_t early = (size_t)(buffer + have - (end_of_head + 4));
    if (early) {
        reader->rest = malloc(early);
        reader->rest_length = early;
        memcpy(reader->rest, end_of_head + 4, early);
    }
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = reader};
    epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static void stall(void) {
    for (int index = 0; index < reader_count; index++) {
        struct epoll_event event = {.events = 0, .data.ptr = &readers[index]};
        epoll_ctl(epoll, EPOLL_CTL_MOD, readers[index].descriptor, &event);
    }
    stalled_at = progress_at = (double)nanoseconds(CLOCK_MONOTONIC) / 1e9;
}

/* Whether the first socket still receives, and whether it is still open. */
static void watch_stalled(void) {
    if (stalled_at == 0 || ended_at != 0) return;
    double now = (double)nanoseconds(CLOCK_MONOTONIC) / 1e9;
    int bytes = 0;
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (ioctl(readers[0].descriptor, FIONREAD, &bytes) == 0 && bytes != stalled_bytes) {
        stalled_bytes = bytes;
        progress_at = now;
    }
    if (getsockopt(readers[0].descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_state != 1) {
        ended_at = now;
        end(&readers[0], 1006);
    }
}

static void command(char *line) {
    char *argument = strchr(line, ' ');
    if (argument) *argument++ = 0;
    if (strcmp(line, "reset") == 0) {
        sample_count = disordered = 0;
        for (int index = 0; index < reader_count; index++) readers[index].messages = 0;
        printf("{}\n");
    } else if (strcmp(line, "counts") == 0) {
        uint64_t sum = 0, least = UINT64_MAX;
        for (int index = 0; index < reader_count; index++) {
            sum += readers[index].messages;
            if (readers[index].messages < least) least = readers[index].messages;
        }
        printf("{\"messages\": %llu, \"least\": %llu, \"disordered\": %llu, \"closed\": %llu, \"code\": %d}\n",
            (unsigned long long)sum, (unsigned long long)least, (unsigned long long)disordered,
            (unsigned long long)closed, last_close);
    } else if (strcmp(line, "arrivals") == 0) {
        printf("[");
        for (size_t index = 0; index < sample_count; index++) {
            printf(index ? ",%lld" : "%lld", (long long)monotonic[index]);
        }
        printf("]\n");
    } else if (strcmp(line, "samples") == 0 && argument) {
        FILE *file = fopen(argument, "w");
        if (!file || fwrite(samples, sizeof *samples, sample_count, file) != sample_count || fclose(file) != 0) {
            fail(argument, strerror(errno));
        }
        printf("{\"count\": %zu}\n", sample_count);
    } else if (strcmp(line, "compare") == 0 && argument) {
        int32_t *expected = read_table(argument, 0);
        int differing = 0;
        for (int index = 0; index < reader_count; index++) {
            struct reader *reader = &readers[index];
            differing += reader->is_open && memcmp(reader->prices, expected, table_size * sizeof *expected) != 0;
        }
        free(expected);
        printf("{\"differing\": %d}\n", differing);
    } else if (strcmp(line, "stall") == 0) {
        stall();
        printf("{}\n");
    } else if (strcmp(line, "stalled") == 0) {
        if (ended_at == 0) printf("{\"blocked\": %.3f, \"closed\": null}\n", progress_at - stalled_at);
        else printf("{\"blocked\": %.3f, \"closed\": %.3f}\n", progress_at - stalled_at, ended_at - stalled_at);
    } else {
        fail("unknown command", line);
    }
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count != 8) fail("usage", "listen PORT PATH COUNT TOKEN TABLE EVERY BUFFER");
    int every = atoi(arguments[6]);
    reader_count = atoi(arguments[3]);
    readers = calloc((size_t)reader_count, sizeof *readers);
    table = read_table(arguments[5], 1);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < reader_count; index++) {
        struct reader *reader = &readers[index];
        reader->prices = malloc(table_size * sizeof *table);
        memcpy(reader->prices, table, table_size * sizeof *table);
        reader->is_kept = index % every == 0;
        open_reader(reader, atoi(arguments[1]), arguments[2], arguments[4], atoi(arguments[7]));
    }
    struct epoll_event input = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &input);
    printf("{\"open\": %d}\n", reader_count);
    fflush(stdout);
    struct epoll_event ready[EVENTS];
    for (;;) {
        int found = epoll_wait(epoll, ready, EVENTS, stalled_at != 0 ? 20 : -1);
        for (int index = 0; index < found; index++) {
            struct reader *reader = ready[index].data.ptr;
            if (!reader) {
                static char line[LINE];
                if (!fgets(line, sizeof line, stdin)) return 0;
                line[strcspn(line, "\n")] = 0;
                command(line);
            } else if (reader->is_open && (stalled_at == 0)) {
                receive(reader);
            }
        }
        watch_stalled();
    }
}
