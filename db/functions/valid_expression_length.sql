-- How many characters of an invalid expression are valid, counted from its start.
create or replace function valid_expression_length(expression text) returns integer
    language plpgsql stable
    set search_path = parlay, pg_temp
    as $$
begin
    for size in reverse length(expression) - 1..1 loop
        begin
            perform '' ~* left(expression, size);
            return size;
        exception when invalid_regular_expression then
            -- Try one character less.
        end;
    end loop;
    return 0;
end
$$;
