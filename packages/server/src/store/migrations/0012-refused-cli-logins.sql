-- A person may refuse the login of a CLI. Nobody can claim it any more, and the CLI learns why.
alter table cli_logins add refused_at timestamptz;
