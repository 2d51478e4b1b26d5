-- How many calls of the API a key may make in a minute. Null: what the installation gives to every key.
alter table api_keys add rate_limit integer check (rate_limit > 0);
