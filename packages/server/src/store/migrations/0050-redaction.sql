-- What was masked in a payload before it was stored: the paths at which there was something, and how many values. Never a
-- value. Null for nearly every payload.
alter table payloads add column redaction jsonb;
alter table kept_payloads add column redaction jsonb;
