/** `posthorn tail`: what happens in the project, line by line. */
import { STATUSES, WHAT, wantedOf } from "../tail/wanted.ts";
import { defineCommand } from "./command.ts";

const FORMATS = ["lines", "json"] as const;

export const tail = defineCommand({
  name: "tail",
  section: "look",
  about: "Follow the requests and events of the project, line by line",
  details:
    "Prints a line for each request that comes in, and one for each event when something has become of it: delivered, " +
    "failed, delayed, paused or cancelled, and again after each further attempt. It looks every two seconds and begins with " +
    "what happens after its start. If Posthorn does not answer, it says so, tries again without end, and then prints what it " +
    "missed. Ctrl-C ends it, with exit code 0.\n\n" +
    "Several sources, connections or statuses mean any of them. An event that only waits for its turn is shown with " +
    "--status QUEUED. With --output json every line is one JSON object: " +
    `{"type":"request","request":…} or {"type":"event","event":…}.`,
  arguments: [{ name: "what", about: "Only one kind", isOptional: true, choices: WHAT }],
  options: {
    source: { kind: "list", value: "NAME", about: "Only of this source, by name or id" },
    connection: { kind: "list", value: "NAME", about: "Only events of this connection, by name or id" },
    status: { kind: "list", value: "STATUS", choices: STATUSES, about: "Only with this status" },
    output: {
      kind: "text",
      short: "o",
      value: FORMATS.join("|"),
      choices: FORMATS,
      about: "How to print; lines for people by default",
    },
  },
  examples: [
    { line: "posthorn tail", about: "All requests and events" },
    { line: "posthorn tail --source shop --status FAILED", about: "Only what fails, of one source" },
    { line: "posthorn tail requests --status rejected", about: "Requests that are rejected" },
    { line: "posthorn tail events --output json | jq .event.id", about: "For a script" },
  ],
  async run({ arguments: { what }, options }, { client, machine }) {
    const { source, connection, status, output } = options;
    const wanted = wantedOf({ what, connections: connection, statuses: status });
    // Their schemas load only for this command.
    const [{ idOfNamed }, { follow }, { jsonLine, textLine }] = await Promise.all([
      import("../resources/named.ts"),
      import("../tail/follow.ts"),
      import("../tail/lines.ts"),
    ]);
    const sources = await Promise.all(source.map((name) => idOfNamed(client, "source", name)));
    const connections = await Promise.all(connection.map((name) => idOfNamed(client, "connection", name)));
    const { out } = machine;
    await follow({
      client,
      machine,
      filters: { ...wanted, sources, connections },
      show: (sighting) => out.write(output === "json" ? jsonLine(sighting) : textLine(sighting, out.paint)),
    });
  },
});
