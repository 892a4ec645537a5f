-- Right logins, without pause, of each person from an address of their own: places in the queue for hashing are given
-- out by address. Arguments: USERNAMES TENANT PASSWORD
require("common")

function init(arguments)
    local requests = {}
    local headers = { ["Content-Type"] = "application/json" }
    for number, username in ipairs(read_lines(arguments[1])) do
        headers["X-Forwarded-For"] = string.format("10.9.%d.%d", math.floor(number / 256) % 256, number % 256)
        local body = string.format('{"username":"%s","password":"%s"}', username, arguments[3])
        requests[#requests + 1] = wrk.format("POST", "/v1/" .. arguments[2] .. "/login/", headers, body)
    end
    use_requests(requests, 0)
end

-- A 503 of the full queue is a fair answer; any other refusal means that this measures something else.
local told = false

function response(status)
    if not told and status ~= 200 and status ~= 503 then
        told = true
        io.write("unexpected status " .. status .. "\n")
    end
end
