/** What do the endpoints of issue triggers answer? */
import type { IssueType } from "@posthorn/contract/causes";
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/issue-triggers";
import { ISSUE_TRIGGERS_MAX } from "@posthorn/contract/limits";
import * as z from "zod/mini";
import { createdAt, newId } from "../../ids.ts";
import type { Transactions } from "../../store/database.ts";
import * as store from "../../store/issue-triggers.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { pageReply } from "../lists/read-page.ts";
import { refuseTakenName } from "../taken-name.ts";
import { invalid, parseInput } from "../validation.ts";
import { readIssueTriggerPage } from "./issue-triggers.sql.ts";

function view(row: store.IssueTriggerRow): contract.IssueTrigger {
  return {
    id: publicId("issue_trigger", row.id),
    team_id: publicId("project", row.team_id),
    name: row.name,
    type: row.type,
    configs: row.configs,
    channels: row.channels,
    disabled_at: row.disabled_at,
    deleted_at: row.deleted_at,
    updated_at: row.updated_at,
    created_at: createdAt(row.id),
  };
}

function uuidOf(id: string): string {
  const uuid = internalId("issue_trigger", id);
  if (!uuid) throw notFound(id);
  return uuid;
}

/** What the caller leaves out has its default. */
function typedConfigs(type: IssueType, configs: object): store.TypedConfigs {
  const Body = z.object({ configs: contract.CONFIGS_OF[type] });
  // Safe: the schema of this type has parsed them.
  return { type, configs: parseInput(Body, { configs }, "body").configs } as store.TypedConfigs;
}

/** The project, and whoever changes it. */
interface ByCaller {
  team_id: string;
  asCaller: Transactions;
}

async function setDisabled({ team_id, asCaller }: ByCaller, id: string, isDisabled: boolean) {
  const row = await asCaller.transaction((tx) =>
    store.setIssueTriggerDisabled(tx, { team_id, id: uuidOf(id) }, isDisabled),
  );
  if (!row) throw notFound(id);
  return view(row);
}

export function serveIssueTriggers(serve: Serve, { db }: ApiDeps): void {
  const taken = (team_id: string, name: string | null) => ({
    resource_type: "issue_trigger",
    async findTaken() {
      const row = name === null ? null : await store.findIssueTriggerNamed(db, team_id, name);
      return row && publicId("issue_trigger", row.id);
    },
  });

  async function create(
    { team_id, asCaller }: ByCaller,
    { type, configs, channels, name = null }: contract.IssueTriggerInput,
  ): Promise<store.IssueTriggerRow> {
    const trigger = { id: newId(), team_id, name, channels, ...typedConfigs(type, configs ?? {}) };
    const row = await refuseTakenName(taken(team_id, name), () =>
      store.insertIssueTrigger(asCaller, trigger),
    );
    if (row === "full") throw invalid(`A project may have at most ${ISSUE_TRIGGERS_MAX} issue triggers`);
    return row;
  }

  /** Configurations that the caller leaves out stay as they are. */
  async function update(
    { asCaller }: ByCaller,
    before: store.IssueTriggerRow,
    { configs, name, ...change }: contract.IssueTriggerUpdate,
  ): Promise<store.IssueTriggerRow> {
    const typed = configs && typedConfigs(before.type, { ...before.configs, ...configs });
    const key = { team_id: before.team_id, id: before.id };
    return refuseTakenName(taken(before.team_id, name ?? null), async () => {
      const row = await asCaller.transaction((tx) =>
        store.updateIssueTrigger(tx, key, { ...change, name, configs: typed?.configs }),
      );
      if (!row) throw notFound(publicId("issue_trigger", before.id));
      return row;
    });
  }

  async function read(team_id: string, id: string): Promise<store.IssueTriggerRow> {
    const row = await store.findIssueTrigger(db, { team_id, id: uuidOf(id) });
    if (!row) throw notFound(id);
    return row;
  }

  serve(contract.listIssueTriggers, async ({ team_id, query }) =>
    pageReply(await readIssueTriggerPage(db, team_id, query), view),
  );
  serve(contract.createIssueTrigger, async (call) => view(await create(call, call.body)));
  serve(contract.upsertIssueTrigger, async (call) => {
    const { team_id, body } = call;
    const before = await store.findIssueTriggerNamed(db, team_id, body.name);
    if (!before) return view(await create(call, body));
    if (before.type !== body.type)
      throw invalid(`type cannot be changed: ${body.name} is of type ${before.type}`);
    const { configs, channels } = body;
    return view(await update(call, before, { configs, channels }));
  });
  serve(contract.getIssueTrigger, async ({ team_id, id }) => view(await read(team_id, id)));
  serve(contract.updateIssueTrigger, async (call) =>
    view(await update(call, await read(call.team_id, call.id), call.body)),
  );
  serve(contract.deleteIssueTrigger, async ({ team_id, id, asCaller }) => {
    const key = { team_id, id: uuidOf(id) };
    if (!(await asCaller.transaction((tx) => store.deleteIssueTrigger(tx, key)))) throw notFound(id);
    return { id };
  });
  serve(contract.disableIssueTrigger, async (call) => setDisabled(call, call.id, true));
  serve(contract.enableIssueTrigger, async (call) => setDisabled(call, call.id, false));
  serve(contract.attachChannels, async ({ team_id, body, asCaller }) => ({
    count: await asCaller.transaction((tx) => store.attachChannels(tx, team_id, body.channels)),
  }));
}
