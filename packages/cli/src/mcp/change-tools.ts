/** The tools that change connections and transformations: pause, unpause, edit_rules and edit_transformation. */
import { bulkCancelEvents } from "@posthorn/contract/bulk";
import type { EventStatus } from "@posthorn/contract/causes";
import {
  getConnection,
  listConnections,
  pauseConnection,
  unpauseConnection,
  updateConnection,
} from "@posthorn/contract/connections";
import { getTransformation, updateTransformation } from "@posthorn/contract/transformations";
import * as z from "zod/mini";
import type { Client } from "../api/client.ts";
import { misuse } from "../failure.ts";
import { counted } from "./answer.ts";
import { CUT } from "./bounded.ts";
import { KINDS, rowOf } from "./kinds.ts";
import { HIDDEN } from "./secrets.ts";
import { defineWrite, described, type Tool } from "./tool.ts";
import { checkedRules, RULES_ARGUMENT, shownRequests, trialOf, trialSays } from "./trial-tool.ts";

const TRIED_REQUESTS = 50;

const ConnectionId = described(z.string().check(z.startsWith("web_")), "The id of the connection: web_…");

async function countEvents(
  client: Client,
  webhook_id: string,
  status: readonly EventStatus[],
): Promise<number> {
  const plan = await client.call(bulkCancelEvents.plan, {
    query: { query: JSON.stringify({ webhook_id, status }) },
  });
  return plan.estimated_count;
}

const pause = defineWrite({
  name: "pause",
  title: "Pause a connection",
  description: "Pauses a connection: its events are kept and wait, none is lost, until it is unpaused.",
  isDestructive: false,
  shape: { connection_id: ConnectionId },
  async plan({ connection_id: id }, { client }) {
    const connection = await client.call(getConnection, { params: { id } });
    const waiting = await countEvents(client, id, ["QUEUED", "SCHEDULED"]);
    return {
      says: [
        connection.paused_at === null
          ? `The connection would be paused. About ${counted(waiting, "event")} that would be sent now or later would wait, and so would all new ones.`
          : `The connection is paused already, since ${connection.paused_at}. Nothing would change.`,
      ],
      data: rowOf(KINDS.connection.columns, connection),
      seen: null,
    };
  },
  async act({ connection_id: id }, _, { client }) {
    const connection = await client.call(pauseConnection, { params: { id } });
    return {
      says: [`The connection is paused since ${connection.paused_at}.`],
      data: rowOf(KINDS.connection.columns, connection),
    };
  },
});

const unpause = defineWrite({
  name: "unpause",
  title: "Unpause a connection",
  description: "Unpauses a connection: the events that wait are delivered now.",
  isDestructive: false,
  shape: { connection_id: ConnectionId },
  async plan({ connection_id: id }, { client }) {
    const connection = await client.call(getConnection, { params: { id } });
    const held = await countEvents(client, id, ["HOLD"]);
    return {
      says: [
        connection.paused_at === null
          ? "The connection is not paused. Nothing would change."
          : `The connection would be unpaused. About ${counted(held, "waiting event")} would be delivered to its destination.`,
      ],
      data: rowOf(KINDS.connection.columns, connection),
      seen: null,
    };
  },
  async act({ connection_id: id }, _, { client }) {
    const connection = await client.call(unpauseConnection, { params: { id } });
    return {
      says: ["The connection is not paused any more."],
      data: rowOf(KINDS.connection.columns, connection),
    };
  },
});

const editRules = defineWrite({
  name: "edit_rules",
  title: "Edit the rules of a connection",
  description:
    "Replaces all rules of a connection. The first call compares the new rules with the saved ones on recent requests. If somebody else edits the connection before the second call, nothing is saved.",
  isDestructive: true,
  shape: { connection_id: ConnectionId, rules: RULES_ARGUMENT },
  async plan({ connection_id, rules }, { client }) {
    refusePlaceholders(rules);
    const connection = await client.call(getConnection, { params: { id: connection_id } });
    const trial = await trialOf(client, { connection_id, rules, limit: TRIED_REQUESTS });
    return {
      says: [
        `The connection would have ${counted(rules.length, "rule")} instead of ${connection.rules.length}.`,
        ...trialSays(trial),
      ],
      data: {
        connection: rowOf(KINDS.connection.columns, connection),
        rules_now: connection.rules,
        rules_then: rules,
        requests: shownRequests(trial),
      },
      seen: connection.updated_at,
    };
  },
  async act({ connection_id: id, rules }, updated_at, { client }) {
    const connection = await client.call(updateConnection, {
      params: { id },
      body: { rules: checkedRules(rules) },
      ifMatch: updated_at,
    });
    return { says: ["The rules are saved, for requests from now on."], data: { rules: connection.rules } };
  },
});

const editTransformation = defineWrite({
  name: "edit_transformation",
  title: "Edit the code of a transformation",
  description:
    "Replaces the code of a transformation, for every connection that uses it. The first call tries the new code on recent requests of one of them. If somebody else edits the transformation before the second call, nothing is saved.",
  isDestructive: true,
  shape: {
    transformation_id: described(
      z.string().check(z.startsWith("trs_")),
      "The id of the transformation: trs_…",
    ),
    code: described(z.string().check(z.minLength(1)), "The whole new code, in JavaScript"),
  },
  async plan({ transformation_id, code }, { client }) {
    refusePlaceholders(code);
    const transformation = await client.call(getTransformation, { params: { id: transformation_id } });
    const users = await client.call(listConnections, { query: { transformation_id, limit: 20 } });
    const [first] = users.models;
    const trial =
      first &&
      (await trialOf(client, {
        connection_id: first.id,
        rules: first.rules.map((rule) =>
          rule.type === "transform"
            ? { type: "transform", transformation: { name: transformation.name, code } }
            : rule,
        ),
        limit: TRIED_REQUESTS,
      }));
    return {
      says: [
        `The code would be replaced: ${code.length} characters instead of ${transformation.code.length}.`,
        users.models.length === 0
          ? "No connection uses the transformation, so the code could not be tried on requests."
          : `Used by ${counted(users.models.length, "connection")}${users.pagination.next ? " or more" : ""}.`,
        ...(first && trial ? [`Tried with the connection ${first.id}.`, ...trialSays(trial)] : []),
      ],
      data: {
        code_now: transformation.code,
        connections: users.models.map((one) => rowOf(KINDS.connection.columns, one)),
        requests: trial ? shownRequests(trial) : [],
      },
      seen: transformation.updated_at,
    };
  },
  async act({ transformation_id: id, code }, updated_at, { client }) {
    await client.call(updateTransformation, { params: { id }, body: { code }, ifMatch: updated_at });
    return { says: ["The code is saved, for requests from now on."] };
  },
});

/** A model may send back what a tool has shown it, with a mark in the place of what was left out. */
function refusePlaceholders(value: unknown): void {
  const text = JSON.stringify(value);
  const found = [HIDDEN, CUT].find((mark) => text.includes(mark));
  if (found === undefined) return;
  throw misuse(
    `The new value contains ${found}, which stands for something that was not shown.`,
    "Write the real value, or let a person make this change in the dashboard.",
  );
}

export const CHANGE_TOOLS: readonly Tool[] = [pause, unpause, editRules, editTransformation];
