-- Shared by the scripts beside it. wrk gives each script what follows `--` on its command line:
--   FILE  the requests' material, one a line, made by the runner
--   TENANT  the slug
-- `done` prints one line of JSON that starts with "result ", for the runner.

local threads = 0

function setup(thread)
    thread:set("thread_number", threads)
    threads = threads + 1
end

function read_lines(path)
    local lines = {}
    for line in io.lines(path) do lines[#lines + 1] = line end
    if #lines == 0 then error(path .. " is empty") end
    return lines
end

-- Complete requests, so that the generator spends nothing on them while it runs.
function use_requests(requests, first)
    local index = first
    request = function()
        index = index % #requests + 1
        return requests[index]
    end
end

function done(summary, latency, _)
    local errors = summary.errors
    io.write(string.format(
        'result {"requests": %d, "seconds": %.3f, "bytes": %d, "p50_ms": %.3f, "p99_ms": %.3f, "status": %d, '
            .. '"connect": %d, "read": %d, "write": %d, "timeout": %d}\n',
        summary.requests, summary.duration / 1e6, summary.bytes,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
        errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
