-- Organizations whose people sign in at an identity provider that speaks SAML 2.0, beside OpenID Connect.

alter table sso_connections
  add kind text not null default 'oidc' check (kind in ('oidc', 'saml')),
  alter client_id drop not null,
  alter client_secret drop not null,
  -- SAML: where sign-ons begin, and the PEM certificates with which the provider may sign. `issuer` is its entity ID.
  add sign_in_url text,
  add certificates text[],
  -- The fingerprint of the certificate with which the last test has worked.
  add tested_certificate text,
  add constraint sso_connections_of_kind check (case kind
    when 'oidc' then num_nulls(client_id, client_secret) = 0
      and num_nonnulls(sign_in_url, certificates, tested_certificate) = 0
    else num_nonnulls(client_id, client_secret) = 0 and num_nulls(sign_in_url, certificates) = 0
      and cardinality(certificates) > 0 and (tested_at is null) = (tested_certificate is null) end);

-- As in 0057-directory-sync.sql, with what SAML adds. A certificate is no secret.
create or replace function audited_columns(subject_type text) returns text[] language sql immutable parallel safe as $$
  select case subject_type
    when 'source' then '{name,description,type,config,integration_id}'
    when 'destination' then '{name,description,type,config}'
    when 'connection' then '{name,description,source_id,destination_id,rules}'
    when 'transformation' then '{name,code}'
    when 'issue_trigger' then '{name,type,configs,channels}'
    when 'project' then '{name,organization_id,headers_prefix,private,max_events_per_second,retention_days,bought_throughput,webhooks_enabled,webhook_topics,webhook_source_id}'
    when 'organization' then '{name}'
    when 'member' then '{role}'
    when 'project_member' then '{role}'
    when 'invitation' then '{email,role,expires_at}'
    when 'api_key' then '{name,role,rate_limit,expires_at}'
    when 'subscription' then '{plan_id,plan_version,agreed_limits,cancel_at,trial_ends_at}'
    when 'card' then '{brand,last4,exp_month,exp_year}'
    when 'billing_email' then '{email}'
    when 'invoice' then '{number,paid_at}'
    when 'custom_domain' then '{hostname,is_active,has_lost_records}'
    when 'integration' then '{label,provider,features}'
    when 'team_integration' then '{provider,features}'
    when 'bulk_operation' then '{type,query,estimated_count}'
    when 'erasure' then '{state}'
    when 'single_sign_on' then '{kind,issuer,client_id,sign_in_url,certificates,default_role,mode}'
    when 'sso_domain' then '{domain,is_proven}'
    when 'audit_push' then '{source_id,address,is_paused}'
    when 'directory_sync' then '{default_role}'
    when 'directory_token' then '{ending}'
    when 'directory_person' then '{user_name,external_id,email,given_name,family_name,display_name,is_active}'
    when 'directory_group' then '{display_name,external_id,role}'
    else '{}' end::text[]
$$;

drop trigger record_update on sso_connections;
create trigger record_update after update on sso_connections for each row
  when ((new.kind, new.issuer, new.client_id, new.client_secret, new.sign_in_url, new.certificates, new.default_role, new.mode)
    is distinct from (old.kind, old.issuer, old.client_id, old.client_secret, old.sign_in_url, old.certificates, old.default_role, old.mode))
  execute function record_change('single_sign_on');
