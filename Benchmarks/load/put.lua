-- Proposals and counter-offers. wrk is run with one connection a thread, and every thread owns its matches, so that
-- no two requests under way concern one match: each is a valid move and must be answered 200.
-- Arguments: MATCHES TENANT THREADS; a line of MATCHES is "id token1 token2", the match in state 0.
require("common")

local places = { "Café am Markt", "Central library, ground floor", "Plaza Mayor 3", "Harbour steps" }

function init(arguments)
    local tenant, count = arguments[2], tonumber(arguments[3])
    -- A month ahead, whole seconds.
    local time = os.date("!%Y-%m-%dT%H:%M:%S.000Z", os.time() + 30 * 86400)
    local first, second = {}, {}
    for number, line in ipairs(read_lines(arguments[1])) do
        if number % count == thread_number then
            local id, token1, token2 = line:match("^(%d+) (%S+) (%S+)$")
            for side, token in ipairs({ token1, token2 }) do
                local body = string.format('{"time_1":"%s","location":"%s"}', time, places[(number + side) % 4 + 1])
                local headers = { ["Authorization"] = "Token " .. token, ["Content-Type"] = "application/json" }
                local made = wrk.format("PUT", "/v1/" .. tenant .. "/matches/" .. id .. "/", headers, body)
                local list = side == 1 and first or second
                list[#list + 1] = made
            end
        end
    end
    -- user 1 proposes in every match, then user 2 counters in every match, and so on.
    local requests = {}
    for _, made in ipairs(first) do requests[#requests + 1] = made end
    for _, made in ipairs(second) do requests[#requests + 1] = made end
    use_requests(requests, 0)
end
