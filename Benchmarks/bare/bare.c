/*
 * The database's own limit: the two statements of an authenticated `GET profiles/me/`, sent by libpq in pipeline
 * mode with nothing around them. One thread; every connection keeps DEPTH pairs in flight; one Sync a pair, so that
 * each pair is a transaction as it is in the front.
 *
 *     bare CONNINFO SECONDS CONNECTIONS DEPTH TENANT_ID DIGESTS
 *
 * DIGESTS is a file of SHA-256 digests of tokens, in hexadecimal, one a line. Prints one line of JSON. Any failed
 * statement, or one that does not answer exactly one row, ends the program with 1.
 */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libpq-fe.h>

/*
 * Session.authenticate and ProfileReader.me, the latter as it is in a tenant with meetups: no blocks, and
 * no `coalesce`, which PostgreSQL takes for leaky and so keeps off the index under a policy.
 */
static const char AUTHENTICATE[] =
    "select row(token_id, account_id, role, is_stale) from authenticate($1, $2, $3)";
static const char PROFILE[] =
    "select row(a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,"
    "           a.email, a.email_proof, a.version, a.photo_version,"
    "           a.known_lang, a.learn_lang, a.met_count, a.no_show_count)"
    "  from accounts a"
    " where a.tenant_id = $1 and a.id = current_account_id()";

enum { MAXIMUM_CONNECTIONS = 64, MAXIMUM_DEPTH = 256, DIGEST_LENGTH = 32 };

struct connection {
    PGconn *raw;
    int in_flight;
    /* When each pair was sent, oldest at `head`. */
    uint64_t sent[MAXIMUM_DEPTH];
    int head;
};

static const char *tenant;
static unsigned char (*digests)[DIGEST_LENGTH];
static size_t digest_count;
static size_t next_digest;
static uint32_t *latencies;
static size_t latency_capacity;
static size_t pairs;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "bare: %s: %s\n", what, why);
    exit(1);
}

static uint64_t now_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void read_digests(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) fail(path, strerror(errno));
    char line[256];
    size_t capacity = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (digest_count == capacity) {
            capacity = capacity == 0 ? 1024 : capacity * 2;
            digests = realloc(digests, capacity * sizeof *digests);
            if (digests == NULL) fail("digests", "out of memory");
        }
        for (size_t index = 0; index < DIGEST_LENGTH; index++) {
            unsigned int byte;
            if (sscanf(line + 2 * index, "%2x", &byte) != 1) fail(path, "not a digest");
            digests[digest_count][index] = (unsigned char)byte;
        }
        digest_count++;
    }
    fclose(file);
    if (digest_count == 0) fail(path, "no digests");
}

static void expect(PGconn *raw, const char *what, PGresult *result, ExecStatusType status) {
    if (PQresultStatus(result) != status) fail(what, PQerrorMessage(raw));
    PQclear(result);
}

static void open_connection(struct connection *connection, const char *conninfo) {
    PGconn *raw = PQconnectdb(conninfo);
    if (PQstatus(raw) != CONNECTION_OK) fail("connect", PQerrorMessage(raw));
    expect(raw, "set role", PQexec(raw, "set role parlay_front"), PGRES_COMMAND_OK);
    expect(raw, "set search_path", PQexec(raw, "set search_path = parlay, public"), PGRES_COMMAND_OK);
    expect(raw, "prepare", PQprepare(raw, "a", AUTHENTICATE, 0, NULL), PGRES_COMMAND_OK);
    expect(raw, "prepare", PQprepare(raw, "p", PROFILE, 0, NULL), PGRES_COMMAND_OK);
    if (PQsetnonblocking(raw, 1) != 0) fail("nonblocking", PQerrorMessage(raw));
    if (PQenterPipelineMode(raw) != 1) fail("pipeline", PQerrorMessage(raw));
    connection->raw = raw;
}

static void send_pair(struct connection *connection, const char *at_time, int depth) {
    const char *values[3] = {tenant, (const char *)digests[next_digest], at_time};
    const int lengths[3] = {0, DIGEST_LENGTH, 0};
    const int formats[3] = {0, 1, 0};
    next_digest = (next_digest + 1) % digest_count;
    if (PQsendQueryPrepared(connection->raw, "a", 3, values, lengths, formats, 1) != 1
        || PQsendQueryPrepared(connection->raw, "p", 1, values, lengths, formats, 1) != 1
        || PQpipelineSync(connection->raw) != 1)
        fail("send", PQerrorMessage(connection->raw));
    connection->sent[(connection->head + connection->in_flight) % depth] = now_nanoseconds();
    connection->in_flight++;
}

static void note_latency(uint64_t nanoseconds) {
    if (pairs == latency_capacity) {
        latency_capacity = latency_capacity == 0 ? 1 << 20 : latency_capacity * 2;
        latencies = realloc(latencies, latency_capacity * sizeof *latencies);
        if (latencies == NULL) fail("latencies", "out of memory");
    }
    latencies[pairs++] = (uint32_t)(nanoseconds / 1000);
}

/* Takes every result that is complete; a pair ends with its Sync. */
static void receive(struct connection *connection, int depth) {
    if (PQconsumeInput(connection->raw) != 1) fail("receive", PQerrorMessage(connection->raw));
    while (connection->in_flight > 0 && !PQisBusy(connection->raw)) {
        PGresult *result = PQgetResult(connection->raw);
        if (result == NULL) continue; /* the end of one statement */
        switch (PQresultStatus(result)) {
        case PGRES_TUPLES_OK:
            if (PQntuples(result) != 1) fail("a statement", "did not answer one row");
            break;
        case PGRES_PIPELINE_SYNC:
            note_latency(now_nanoseconds() - connection->sent[connection->head]);
            connection->head = (connection->head + 1) % depth;
            connection->in_flight--;
            break;
        default: fail("a statement", PQresultErrorMessage(result));
        }
        PQclear(result);
    }
}

static int compare(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: bare CONNINFO SECONDS CONNECTIONS DEPTH TENANT_ID DIGESTS\n");
        return 2;
    }
    double seconds = atof(arguments[2]);
    int connection_count = atoi(arguments[3]);
    int depth = atoi(arguments[4]);
    tenant = arguments[5];
    if (connection_count < 1 || connection_count > MAXIMUM_CONNECTIONS || depth < 1 || depth > MAXIMUM_DEPTH)
        fail("usage", "CONNECTIONS must be 1 to 64, DEPTH 1 to 256");
    read_digests(arguments[6]);

    static struct connection connections[MAXIMUM_CONNECTIONS];
    struct pollfd sockets[MAXIMUM_CONNECTIONS];
    for (int index = 0; index < connection_count; index++) {
        open_connection(&connections[index], arguments[1]);
        sockets[index].fd = PQsocket(connections[index].raw);
    }

    uint64_t start = now_nanoseconds();
    uint64_t end = start + (uint64_t)(seconds * 1e9);
    uint64_t now = start;
    int waiting = 0;
    while (now < end || waiting > 0) {
        char at_time[32];
        time_t clock = time(NULL);
        struct tm parts;
        strftime(at_time, sizeof at_time, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&clock, &parts));
        waiting = 0;
        for (int index = 0; index < connection_count; index++) {
            struct connection *connection = &connections[index];
            while (now < end && connection->in_flight < depth) send_pair(connection, at_time, depth);
            int unsent = PQflush(connection->raw);
            if (unsent < 0) fail("flush", PQerrorMessage(connection->raw));
            sockets[index].events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0));
            waiting += connection->in_flight;
        }
        if (waiting == 0) break;
        if (poll(sockets, (nfds_t)connection_count, 5000) <= 0) fail("poll", "no answer within 5 s");
        for (int index = 0; index < connection_count; index++)
            if (sockets[index].revents != 0) receive(&connections[index], depth);
        now = now_nanoseconds();
    }
    double elapsed = (double)(now_nanoseconds() - start) / 1e9;
    for (int index = 0; index < connection_count; index++) PQfinish(connections[index].raw);
    if (pairs == 0) fail("run", "nothing was answered");
    qsort(latencies, pairs, sizeof *latencies, compare);
    printf("{\"requests\": %zu, \"seconds\": %.3f, \"p50_ms\": %.3f, \"p99_ms\": %.3f}\n", pairs, elapsed,
           latencies[pairs / 2] / 1e3, latencies[pairs - 1 - pairs / 100] / 1e3);
    return 0;
}
