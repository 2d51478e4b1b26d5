-- The rules of a connection with the keys in the order in which a person wrote them: jsonb sorts keys. `rules` stays what
-- the product decides by. A version that does not know this column changes `rules` alone; then the two differ, and this
-- column counts for nothing.
alter table connections add rules_as_written json;
