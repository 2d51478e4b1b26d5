/**
 * What does the form that invites people accept, and where does it show what the server refused?
 *
 * The first row needs an address; other rows may stay empty, and are not sent.
 */
import { INVITATIONS_PER_CALL } from "@posthorn/contract/limits";
import { GRANTED_ROLES, type GrantedRole } from "@posthorn/contract/roles";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { firstMessage } from "../../resources/api/api-failure.ts";
import { refusalFrom } from "../../resources/api/save-refusal.ts";
import type { SaveRefusal } from "../../ui/form/form-status.ts";

export interface InviteRow {
  email: string;
  role: GrantedRole;
}

export const EMPTY_ROW: InviteRow = { email: "", role: "member" };
const NOT_AN_ADDRESS = "This is not an email address";
export const TOO_MANY = `At most ${INVITATIONS_PER_CALL} people at once`;

const Address = z.email();
const isEmpty = ({ email }: InviteRow) => email.trim() === "";

const Row = z.object({
  email: z
    .string()
    .check(
      z.refine((email) => email.trim() === "" || z.safeParse(Address, email.trim()).success, NOT_AN_ADDRESS),
    ),
  role: z.enum(GRANTED_ROLES),
});

export const InviteForm = z.object({
  invitations: z.array(Row).check(
    z.refine((rows) => !rows[0] || !isEmpty(rows[0]), { message: REQUIRED, path: [0, "email"] }),
    z.refine((rows) => filledRows(rows).length <= INVITATIONS_PER_CALL, TOO_MANY),
  ),
});

/** With the place of each in the form. */
export function filledRows(rows: readonly InviteRow[]): (InviteRow & { at: number })[] {
  return rows
    .map(({ email, role }, at) => ({ email: email.trim(), role, at }))
    .filter((row) => !isEmpty(row));
}

const FIELD = /^invitations\[(\d+)\]\.(\w+)$/;

/** The server counts the rows that it got; `sent` are those. */
export function inviteRefusal(error: unknown, sent: readonly { at: number }[]): SaveRefusal {
  const { fields = [] } = refusalFrom(error, {
    failed: "",
    fieldOf: (path) => {
      const [, place, field] = FIELD.exec(path) ?? [];
      const row = sent[Number(place)];
      return row && `invitations.${row.at}.${field}`;
    },
  });
  return { title: fields.length > 0 ? "Nobody was invited" : firstMessage(error), fields };
}

/** The addresses in a pasted text: one for each line, or with commas between them, also as `Ada <ada@example.com>`. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+/g) ?? [])];
}
