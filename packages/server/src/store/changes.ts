/**
 * Who changes something?
 *
 * Triggers write every row of `changes`, in the transaction that makes the change (migrations/0033-changes.sql). They need
 * to know the caller, and PostgreSQL carries it there as a setting of the transaction. Without a caller they record
 * nothing: then the product changed something by itself.
 */
import type { CHANGE_ACTIONS, CHANGE_SUBJECTS, ChangedField } from "@posthorn/contract/changes";
import type { Transactions } from "./database.ts";

export interface ChangeRow {
  id: string;
  team_id: string;
  subject_type: (typeof CHANGE_SUBJECTS)[number];
  subject_id: string;
  subject_name: string | null;
  action: (typeof CHANGE_ACTIONS)[number];
  fields: ChangedField[];
  caller_kind: ChangingCaller["kind"];
  user_id: string | null;
  api_key_id: string | null;
}

export interface ChangingCaller {
  kind: "api_key" | "cli_key" | "session";
  user_id: string | null;
  api_key_id: string | null;
}

/** What these transactions change is recorded as this caller's. */
export function changesOf(db: Transactions, { kind, user_id, api_key_id }: ChangingCaller): Transactions {
  const caller = JSON.stringify({ kind, user_id, api_key_id });
  return {
    transaction: (work) =>
      db.transaction(async (tx) => {
        await tx.query("select set_config('posthorn.caller', $1, true)", [caller]);
        return work(tx);
      }),
  };
}
