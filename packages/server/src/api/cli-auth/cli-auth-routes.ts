/**
 * How does a CLI get its key?
 *
 * A CLI without a key starts a login and later collects the key. In between, a person claims or refuses
 * the login through the endpoints of cli-login-routes.ts.
 */
import * as contract from "@posthorn/contract/cli-auth";
import type { WhyNotValid } from "@posthorn/contract/cli-logins";
import { API_VERSION, type ReplyOf } from "@posthorn/contract/endpoint";
import { API_ERRORS } from "@posthorn/contract/errors";
import { internalId, publicId } from "@posthorn/contract/ids";
import { mayUse } from "@posthorn/contract/roles";
import { CLI_LOGIN_WHAT_NEXT, CLI_LOGIN_WHY_NOT_VALID, NO_GUESTS } from "@posthorn/contract/cli-login-texts";
import { throttledAddress } from "../../access/client-address.ts";
import { deviceNamed } from "../../cli/device-name.ts";
import { recogniseCliClient, renameCliClient } from "../../store/cli-clients.ts";
import { isCliKey, issueCliKey } from "../../store/cli-keys.ts";
import { beginCliLogin, collectCliKey } from "../../store/cli-logins.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve, ServeAnyone } from "../call.ts";
import { refuseLocked } from "../plan-gate.ts";
import { readKeyHolder } from "./key-holder.ts";
import { createPollLimit } from "./poll-limit.ts";

export function serveCliAuth(
  serve: Serve,
  serveAnyone: ServeAnyone,
  { db, config: { publicUrl }, access }: ApiDeps,
): void {
  const countPoll = createPollLimit();

  serveAnyone(contract.startCliLogin, async ({ address, body }) => {
    const begun = await beginCliLogin(db, {
      device_name: deviceNamed(body.device_name),
      address,
      throttled_address: throttledAddress(address),
    });
    if (typeof begun === "number")
      throw new ApiError("TOO_MANY_REQUESTS", { address }, { retryAfterSeconds: begun });
    return {
      browser_url: `${publicUrl}/cli-auth/${begun.linkKey}`,
      poll_url: `${publicUrl}/${API_VERSION}${contract.pollCliLogin.path}?key=${begun.pollKey}`,
    };
  });

  serveAnyone(
    contract.pollCliLogin,
    async ({ address, query: { key } }): Promise<ReplyOf<typeof contract.pollCliLogin>> => {
      countPoll(address, key);
      if (isCliKey(key)) return { claimed: true, ...(await holderOfTypedKey(key)) };
      const collected = await collectCliKey(db, key);
      if (collected === null) return { claimed: false };
      if (typeof collected === "string") throw linkNotValid(collected);
      const client_id = publicId("cli_client", collected.cli_id);
      return { claimed: true, key: collected.key, client_id, ...(await readKeyHolder(db, collected)) };
    },
  );

  /** Some clients let a person type a key and poll with it. The reply repeats that key and says whose it is. */
  async function holderOfTypedKey(key: string): Promise<contract.IssuedKey> {
    const caller = await access.authenticate({ authorization: `Bearer ${key}` });
    if (caller === null || caller === "unknown_project" || !caller.client) throw linkNotValid("unknown");
    refuseLocked(contract.pollCliLogin, caller);
    const team_id = caller.project.id;
    const holder = await readKeyHolder(db, { team_id, user_id: caller.user_id });
    return { key, client_id: publicId("cli_client", caller.client.id), ...holder };
  }

  serve(contract.exchangeForCliKey, async ({ team_id, user_id, caller, body, asCaller }) => {
    const device_name = deviceNamed(body.device_name);
    const { api_key_id } = caller;
    const issued = await asCaller.transaction(async (tx) => {
      const cli_id = await recogniseCliClient(tx, { team_id, device_name, user_id });
      return { cli_id, key: await issueCliKey(tx, { user_id, api_key_id, team_id, cli_id }) };
    });
    const client_id = publicId("cli_client", issued.cli_id);
    return { key: issued.key, client_id, ...(await readKeyHolder(db, { team_id, user_id })) };
  });

  serve(contract.validateKey, async ({ team_id, user_id, caller: { client } }) => ({
    ...(await readKeyHolder(db, { team_id, user_id })),
    client_id: client && publicId("cli_client", client.id),
  }));

  serveAnyone(contract.createGuest, async () => {
    throw new ApiError("FORBIDDEN", {}, { message: NO_GUESTS });
  });

  serve(contract.updateCliClient, async ({ team_id, user_id, caller, id, body }) => {
    const uuid = internalId("cli_client", id);
    const device_name = deviceNamed(body.device_name);
    const onlyOf = mayUse("manageProject", caller) ? null : { user_id };
    const renamed = uuid && (await renameCliClient(db, { id: uuid, team_id, onlyOf }, device_name));
    if (!renamed) throw notFound(id);
    return { id: publicId("cli_client", renamed), team_id: publicId("project", team_id), device_name };
  });
}

export function linkNotValid(reason: WhyNotValid): ApiError {
  const what = `${API_ERRORS.LINK_NOT_VALID.message}.`;
  const message = [what, CLI_LOGIN_WHY_NOT_VALID[reason], CLI_LOGIN_WHAT_NEXT].join(" ");
  return new ApiError("LINK_NOT_VALID", {}, { message, data: { reason } });
}
