-- Boxes of degrees that contain all points within the radius: two if they meet at the date line.
create or replace function boxes_around(lat double precision, lon double precision, radius_km double precision) returns box[]
    language plpgsql immutable strict parallel safe
    set search_path = parlay, pg_temp
    as $$
declare
    margin constant double precision := 1e-6;
    south constant double precision := greatest(lat - degrees(radius_km / 6371.0088) - margin, -90);
    north constant double precision := least(lat + degrees(radius_km / 6371.0088) + margin, 90);
    half double precision;
begin
    if south <= -90 or north >= 90 then
        return array[box(point(-180, south), point(180, north))];
    end if;
    -- A circle is widest where it touches a meridian.
    half := degrees(asin(sin(radius_km / 6371.0088) / cos(radians(lat)))) + margin;
    if lon - half < -180 then
        return array[box(point(-180, south), point(lon + half, north)),
                     box(point(lon - half + 360, south), point(180, north))];
    elsif lon + half > 180 then
        return array[box(point(lon - half, south), point(180, north)),
                     box(point(-180, south), point(lon + half - 360, north))];
    end if;
    return array[box(point(lon - half, south), point(lon + half, north))];
end
$$;
