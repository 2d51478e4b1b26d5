-- Why a request was not verified: which problem, and in which header, parameter or field. Never a secret, and null for every
-- request that was not rejected for it.

alter table requests add column verification_failure jsonb;
