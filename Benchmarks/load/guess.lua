-- Deletions of one account with a wrong password and fresh keys, without pause.
-- Arguments: TOKENS TENANT RUN; the account is that of the first token, and RUN is as in keyed.lua.
require("common")

function init(arguments)
    local headers = {
        ["Authorization"] = "Token " .. read_lines(arguments[1])[1],
        ["Content-Type"] = "application/json",
        ["Idempotency-Key"] = "@",
    }
    local path = "/v1/" .. arguments[2] .. "/profiles/me/delete/"
    local made = wrk.format("POST", path, headers, '{"password":"not the password"}')
    local at = made:find("@", 1, true)
    local before, behind = made:sub(1, at - 1) .. "guess-" .. arguments[3] .. "-", made:sub(at + 1)
    local count = 0
    request = function()
        count = count + 1
        return before .. thread_number .. "-" .. count .. behind
    end
end

-- Wrong, one of too many, or more than can be hashed: anything else means that this measures something else.
local told = false

function response(status)
    if not told and status ~= 403 and status ~= 429 and status ~= 503 then
        told = true
        io.write("unexpected status " .. status .. "\n")
    end
end
