-- A certificate for a host name of the installation itself belongs to no project and to no custom domain.
alter table certificates add column is_own boolean not null default false;
alter table certificates add check (not is_own or custom_domain_id is null);
create unique index certificates_own on certificates (hostname) where is_own;
