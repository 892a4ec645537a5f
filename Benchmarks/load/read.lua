-- GET of one path with the token of a different account each time. Arguments: TOKENS TENANT PATH
require("common")

function init(arguments)
    local path = "/v1/" .. arguments[2] .. "/" .. arguments[3]
    local requests = {}
    for _, token in ipairs(read_lines(arguments[1])) do
        requests[#requests + 1] = wrk.format("GET", path, { ["Authorization"] = "Token " .. token })
    end
    use_requests(requests, math.floor(#requests / 7 * thread_number))
end
