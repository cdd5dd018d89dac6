-- A value that statements are found by: the first 64 bits of SHA-256 over its kind and itself. store/terms.ts gives
-- the same; the columns of stored statements hold it, so that it never changes.
create or replace function lars.term(kind text, value text) returns bigint language sql immutable parallel safe
return ('x' || encode(substring(
  sha256(convert_to(kind || chr(10) || value, 'UTF8')) for 8
), 'hex'))::bit(64)::bigint;
