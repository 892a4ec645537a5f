-- Bets with an Idempotency-Key of their own each, by a different person and on another outcome each time.
-- Arguments: TOKENS TENANT OUTCOMES RUN; a line of OUTCOMES is "id price", and RUN is a word that no other run of the script
-- was given, so that no key is used twice.
require("common")

function init(arguments)
    local path = "/v1/" .. arguments[2] .. "/bets/"
    local tokens = read_lines(arguments[1])
    local heads = {}
    for number, line in ipairs(read_lines(arguments[3])) do
        local id, price = line:match("^(%d+) (%S+)$")
        local body = string.format('{"legs":[{"outcome_id":%s,"price":"%s"}],"stake_cents":100}', id, price)
        local headers = {
            ["Authorization"] = "Token @",
            ["Content-Type"] = "application/json",
            ["Idempotency-Key"] = "#",
        }
        local made = wrk.format("POST", path, headers, body)
        -- Headers come in any order.
        local at, key = made:find("@", 1, true), made:find("#", 1, true)
        if at < key then
            heads[number] = { made:sub(1, at - 1), made:sub(at + 1, key - 1), made:sub(key + 1), true }
        else
            heads[number] = { made:sub(1, key - 1), made:sub(key + 1, at - 1), made:sub(at + 1), false }
        end
    end
    local count = 0
    request = function()
        count = count + 1
        local token = tokens[count % #tokens + 1]
        local key = arguments[4] .. "-" .. thread_number .. "-" .. count
        local part = heads[count % #heads + 1]
        if part[4] then return part[1] .. token .. part[2] .. key .. part[3] end
        return part[1] .. key .. part[2] .. token .. part[3]
    end
end
