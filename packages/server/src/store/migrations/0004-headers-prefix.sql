-- What the headers that we add to a project's deliveries begin with. Null: our own prefix.
alter table projects add headers_prefix text;
