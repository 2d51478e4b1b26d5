/**
 * How does a test outside the product know that the senders' port goes by what was just written?
 *
 * The port hears of changes from the database, one after the other. So a source of our own is changed after
 * them, and asked until it answers in its new words: by then every change before it has been heard of. It
 * has a connection, because a source without one is looked up afresh at every request, ahead of its turn.
 */
import { randomUUID } from "node:crypto";
import { apiCallOf } from "./api-call.ts";
import { eventually } from "./gateway.ts";
import { givenProject } from "./given-project.ts";

let watched: ReturnType<typeof givenWatchedSource> | undefined;

async function givenWatchedSource() {
  const api = apiCallOf(await givenProject());
  const { source } = await api("POST", "/connections", {
    source: { name: "watched" },
    destination: { name: "nowhere", type: "MOCK_API" },
  });
  return { api, source };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Tests that run side by side take turns: each would take away the words that another waits for. */
export function routingSettled(): Promise<void> {
  const turn = lastTurn.then(settle);
  lastTurn = turn.catch(() => undefined); // told to the test that asked
  return turn;
}

async function settle(): Promise<void> {
  watched ??= givenWatchedSource();
  const { api, source } = await watched;
  const body = randomUUID();
  const config = { custom_response: { content_type: "text", body } };
  await api("PUT", `/sources/${source.id}`, { type: "WEBHOOK", config });
  await eventually(
    async () => (await fetch(source.url, { method: "POST", body: "{}" })).text(),
    (answer) => answer === body,
  );
}
