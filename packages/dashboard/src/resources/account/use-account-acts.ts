/**
 * How does a person change their own account? The calls to the server's `/auth`, and what follows from them.
 *
 * A refusal is a value with the sentence to show, as at the sign-in. After each call the page reads the account again. If
 * the session has ended meanwhile, that read finds out, and `app/session-end.ts` decides what happens.
 */
import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SaveRefusal } from "../../ui/form/form-status.ts";
import { post, refusalOf, type Answer } from "../session/auth-actions.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { accountQuery } from "./account-queries.ts";

type Act = keyof typeof ACCOUNT_PATHS;

/** Why nothing has changed, or null; and the reply. */
export interface Acted {
  refusal: SaveRefusal | null;
  reply: unknown;
}

/** A wrong password or code belongs to its field. */
const FIELD_OF: Readonly<Record<string, string>> = { WRONG_PASSWORD: "password", WRONG_CODE: "code" };

function refusalIn(answer: Answer): SaveRefusal | null {
  const refusal = refusalOf(answer, ({ status, message }) => ({
    title: status === 401 ? "You are signed out" : (message ?? "It could not be changed"),
  }));
  const field = FIELD_OF[answer.code ?? ""];
  return refusal && field !== undefined ? { ...refusal, focusOn: field } : refusal;
}

export function useAccountActs(): (act: Act, body?: object) => Promise<Acted> {
  const client = useQueryClient();
  return useMemo(
    () =>
      async (act, body = {}) => {
        const answer = await post(ACCOUNT_PATHS[act], body);
        const refusal = refusalIn(answer);
        if (act !== "delete" || refusal) {
          await client.invalidateQueries({ queryKey: accountQuery.queryKey });
          await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        }
        return { refusal, reply: answer.body };
      },
    [client],
  );
}
