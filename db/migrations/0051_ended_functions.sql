-- compatible: yes
-- What processes of 0.1.0 needed beside those of 0.2.0.
drop trigger if exists relay_at_renewal on workers;
drop function if exists relay_at_renewal();
drop function people_matching(text, bigint, integer);
