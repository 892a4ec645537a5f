-- The great-circle distance between two points on a sphere with the earth's mean radius (haversine formula). The factor
-- keeps the rounding of opposite points within the domain of asin(), where least() would cost a call for each row.
create or replace function great_circle_km(
    lat double precision,
    lon double precision,
    other_lat double precision,
    other_lon double precision
) returns double precision
    language sql immutable strict parallel safe
    return 2 * 6371.0088 * asin(
        0.999999999999999 * sqrt(
            power(sin(radians(other_lat - lat) / 2), 2)
            + cos(radians(lat)) * cos(radians(other_lat)) * power(sin(radians(other_lon - lon) / 2), 2)
        )
    );
