-- Whether the link went to the invited mailbox. False: there was no mail server, so the person who invited got the link.
-- The version before 0038 sends every link by mail, or writes it to the log of its own machine.
alter table invitations add column is_mailed boolean not null default true;
