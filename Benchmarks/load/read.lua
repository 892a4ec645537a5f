-- GET of one path with the token of a different account each time. Arguments: TOKENS TENANT PATH [ENCODING]
require("common")

function init(arguments)
    local path = "/v1/" .. arguments[2] .. "/" .. arguments[3]
    local requests = {}
    for _, token in ipairs(read_lines(arguments[1])) do
        local headers = { ["Authorization"] = "Token " .. token, ["Accept-Encoding"] = arguments[4] }
        requests[#requests + 1] = wrk.format("GET", path, headers)
    end
    use_requests(requests, math.floor(#requests / 7 * thread_number))
end
