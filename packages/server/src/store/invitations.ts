/**
 * Every write to `invitations`, and what others read of them.
 *
 * The link carries a key; only its hash is stored. A row is an invitation that nobody has accepted yet: to
 * accept it and to revoke it both delete it. Changes hold the lock of the organization (organizations.ts).
 */
import { randomBytes } from "node:crypto";
import { INVITATION_LIFETIME_DAYS } from "@posthorn/contract/limits";
import type { GrantedRole } from "@posthorn/contract/roles";
import { newId } from "../ids.ts";
import { hashOfKey } from "./api-keys.ts";
import type { Queryable } from "./database.ts";
import { containing } from "./filters/conditions.ts";

const KEY_RANDOM_BYTES = 24;

export interface InvitationRow {
  id: string;
  organization_id: string;
  organization_name: string;
  inviter_name: string;
  /** In small letters. */
  email: string;
  role: GrantedRole;
  expires_at: string;
  is_expired: boolean;
  created_at: string;
  /** False: the person who invited got the link, so it does not show that a mailbox is somebody's. */
  is_mailed: boolean;
}

const INVITATIONS = `select invitations.id, invitations.organization_id, organizations.name as organization_name,
    users.name as inviter_name, invitations.email, invitations.role, invitations.expires_at,
    invitations.expires_at <= now() as is_expired, invitations.created_at, invitations.is_mailed
  from invitations
  join organizations on organizations.id = invitations.organization_id
  join users on users.id = invitations.inviter_id`;

/** With the key of its link, which is not stored. */
export interface IssuedInvitation extends InvitationRow {
  key: string;
}

export interface NewInvitation {
  organization_id: string;
  inviter_id: string;
  email: string;
  role: GrantedRole;
  is_mailed: boolean;
}

/** Replaces an earlier invitation of the same organization to the same address. */
export async function issueInvitation(
  tx: Queryable,
  { organization_id, inviter_id, email, role, is_mailed }: NewInvitation,
): Promise<IssuedInvitation> {
  const key = randomBytes(KEY_RANDOM_BYTES).toString("base64url");
  const { rows } = await tx.query<{ id: string }>(
    `insert into invitations (id, organization_id, inviter_id, email, role, token_hash, expires_at, is_mailed)
     values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 day', $8)
     on conflict (organization_id, email) do update
     set inviter_id = excluded.inviter_id, role = excluded.role, token_hash = excluded.token_hash,
       expires_at = excluded.expires_at, is_mailed = excluded.is_mailed
     returning id`,
    [newId(), organization_id, inviter_id, email, role, hashOfKey(key), INVITATION_LIFETIME_DAYS, is_mailed],
  );
  const issued = await findInvitation(tx, { organization_id, id: rows[0]?.id ?? "" });
  if (!issued) throw new Error("An invitation was not stored");
  return { ...issued, key };
}

export interface InvitationKey {
  organization_id: string;
  id: string;
}

/** Also one that has expired. */
export async function findInvitation(
  db: Queryable,
  { organization_id, id }: InvitationKey,
): Promise<InvitationRow | null> {
  const { rows } = await db.query<InvitationRow>(
    `${INVITATIONS} where invitations.organization_id = $1 and invitations.id = $2`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

/** The newest first. `search` is a part of the email. */
export async function readInvitations(
  db: Queryable,
  organization_id: string,
  search: string,
): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow>(
    `${INVITATIONS} where invitations.organization_id = $1 and invitations.email ilike $2
     order by invitations.created_at desc, invitations.id desc`,
    [organization_id, containing(search)],
  );
  return rows;
}

/** The invitation behind a link. Null if it was used, revoked or replaced, or has expired. */
export async function findInvitationByKey(db: Queryable, key: string): Promise<InvitationRow | null> {
  const { rows } = await db.query<InvitationRow>(
    `${INVITATIONS} where invitations.token_hash = $1 and invitations.expires_at > now()`,
    [hashOfKey(key)],
  );
  return rows[0] ?? null;
}

/** Uses up the invitation of an address that comes in another way. Null: there is none that can still be accepted. */
export async function takeInvitationTo(
  tx: Queryable,
  { organization_id, email }: Pick<NewInvitation, "organization_id" | "email">,
): Promise<GrantedRole | null> {
  const { rows } = await tx.query<{ role: GrantedRole; is_open: boolean }>(
    `delete from invitations where organization_id = $1 and email = $2
     returning role, expires_at > now() as is_open`,
    [organization_id, email],
  );
  return rows[0]?.is_open ? rows[0].role : null;
}

/** Returns false if there is no such invitation. */
export async function deleteInvitation(
  tx: Queryable,
  { organization_id, id }: InvitationKey,
): Promise<boolean> {
  const { rowCount } = await tx.query("delete from invitations where organization_id = $1 and id = $2", [
    organization_id,
    id,
  ]);
  return rowCount > 0;
}

/** Somebody who may no longer invite people has no invitations left. */
export async function revokeInvitationsBy(
  tx: Queryable,
  { organization_id, inviter_id }: Pick<NewInvitation, "organization_id" | "inviter_id">,
): Promise<void> {
  await tx.query("delete from invitations where organization_id = $1 and inviter_id = $2", [
    organization_id,
    inviter_id,
  ]);
}

/** From now on people come another way. */
export async function revokeAllInvitations(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query("delete from invitations where organization_id = $1", [organization_id]);
}
