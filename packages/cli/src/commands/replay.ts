/** `posthorn replay`: a stored request to a server on this machine. */
import { forward } from "../listen/local-server.ts";
import { readTarget } from "../listen/target.ts";
import { misuse } from "../failure.ts";
import { showAnswer } from "../replay/answer.ts";
import { defineCommand } from "./command.ts";

const USUAL_SECONDS = 30;

export const replay = defineCommand({
  name: "replay",
  section: "send",
  about: "Send a stored request to a server on this machine",
  details:
    "Takes what the project has stored, and sends it from here: method, headers, query and body as they were, byte for byte. " +
    "Of a request and a bookmark that is what came in, and of an event what its destination gets. Nothing in the project " +
    "changes. The answer's body goes to stdout. The exit code is 0 if the answer is 2xx, 4 if there is none, and otherwise 1.\n\n" +
    "With only a port or an origin the stored path is used; a path in --to is used instead of it. Headers of one name are " +
    "sent as one, joined by commas.",
  arguments: [{ name: "id", about: "The id of a request, an event or a bookmark" }],
  options: {
    to: { kind: "text", value: "PORT|URL", about: "Your local server" },
    timeout: { kind: "number", value: "SECONDS", about: `How long to wait; ${USUAL_SECONDS} by default` },
  },
  examples: [
    { line: "posthorn replay req_… --to 3000", about: "To the path at which it came in" },
    { line: "posthorn replay evt_… --to http://localhost:3000/webhooks", about: "To another path" },
    { line: "posthorn replay bmk_… --to 3000", about: "A bookmark, as often as you like" },
  ],
  async run({ arguments: { id }, options: { to, timeout } }, { client, machine }) {
    if (to === undefined) throw misuse("--to is missing.", "Write your local server: --to 3000.");
    const seconds = timeout ?? USUAL_SECONDS;
    if (seconds < 1) throw misuse("--timeout must be 1 or more.", "Leave it out, or write for example 60.");
    const target = readTarget(to);
    // Its schemas load only for this command.
    const { readStored } = await import("../replay/read-stored.ts");
    const { method, path, query, headers, body } = await readStored(client, id);
    const wholePath = `${target.path === "" ? path : target.path}${query}`;
    const startedMs = performance.now();
    const outcome = await forward(
      {
        event_id: id,
        attempt_id: "",
        webhook_id: "",
        method,
        path: wholePath,
        headers,
        body,
        timeoutMs: seconds * 1000,
      },
      { ...target, path: "" },
    );
    const url = `${new URL(target.url).origin}${wholePath}`;
    showAnswer({ url, outcome, tookMs: performance.now() - startedMs }, machine);
  },
});
