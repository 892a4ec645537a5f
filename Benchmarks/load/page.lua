-- GET of one page with the cookie of a different browser each time. Arguments: TOKENS TENANT PAGE
require("common")

function init(arguments)
    local path = "/app/" .. arguments[2] .. "/" .. arguments[3]
    local requests = {}
    for _, token in ipairs(read_lines(arguments[1])) do
        local headers = { ["Cookie"] = "parlay-" .. arguments[2] .. "=" .. token }
        requests[#requests + 1] = wrk.format("GET", path, headers)
    end
    use_requests(requests, math.floor(#requests / 7 * thread_number))
end
