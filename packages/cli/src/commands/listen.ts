/** `posthorn listen`: events of sources to a server on this machine. */
import { defineCommand } from "./command.ts";
import { LISTENING_ARGUMENTS, LISTENING_OPTIONS, readListening } from "./listening.ts";

export const listen = defineCommand({
  name: "listen",
  section: "events",
  about: "Receive events of sources on this machine",
  details:
    "Forwards every event of the sources' connections to your local server, byte for byte, and its answers back. " +
    "A source or connection that is missing is made. Several people and machines may listen to one source: each gets its " +
    "own copy. When the connection to Posthorn is lost, the command says so, connects again without end, and says what it " +
    "missed. Ctrl-C ends it.\n\n" +
    "On a terminal it fills the screen: a list of the events with headers and bodies of requests and answers, keys to send an " +
    "event again, open it, copy it as cURL, search and filter; ? lists them. In a pipe and in CI it prints a line for each event.\n\n" +
    "With '*' it listens to all sources that have a connection to the CLI. A local server with a certificate of its own " +
    "is trusted if it is on this machine.",
  arguments: LISTENING_ARGUMENTS,
  options: LISTENING_OPTIONS,
  examples: [
    { line: "posthorn listen 3000 shop", about: "Events of the source shop to http://localhost:3000" },
    { line: "posthorn listen 3000 shop --path /webhooks", about: "To a path of your server" },
    {
      line: "posthorn listen http://localhost:3000/api 'shop,billing'",
      about: "Two sources, and a path before each event's",
    },
    { line: "posthorn listen 3000 '*' --output quiet", about: "All sources, and only what fails" },
    { line: `posthorn listen 3000 shop --filter-body '{"type":"order.paid"}'`, about: "Only some events" },
  ],
  run: (given, { client, machine, settings }) =>
    readListening(
      "listen",
      given,
      machine,
    )({ client, settings, onStop: (stop) => machine.onStop(() => stop(null)) }),
});
