-- Reports with an Idempotency-Key of their own each, by a different person each time.
-- Arguments: TOKENS TENANT ACCOUNT RUN; ACCOUNT is the id of the last person of TOKENS, whom the others report, and RUN a
-- word that no other run of the script was given, so that no key is used twice.
require("common")

function init(arguments)
    local path = "/v1/" .. arguments[2] .. "/reports/"
    local body = '{"account_id":' .. arguments[3] .. ',"reason":"spam","text":"Look at this."}'
    local tokens = read_lines(arguments[1])
    local parts = {}
    for number = 1, #tokens - 1 do
        local headers = {
            ["Authorization"] = "Token " .. tokens[number],
            ["Content-Type"] = "application/json",
            ["Idempotency-Key"] = "@",
        }
        local made = wrk.format("POST", path, headers, body)
        local at = made:find("@", 1, true)
        parts[#parts + 1] = { made:sub(1, at - 1) .. arguments[4] .. "-", made:sub(at + 1) }
    end
    local count = 0
    request = function()
        count = count + 1
        local part = parts[count % #parts + 1]
        return part[1] .. thread_number .. "-" .. count .. part[2]
    end
end
