/** `posthorn dev`: the whole product beside a listening client, for a person who wants to try webhooks on this machine. */
import { createClient } from "../api/client.ts";
import { type Founding, foundingFor } from "../dev/founding.ts";
import { signIn } from "../dev/sign-in.ts";
import { Failure, misuse } from "../failure.ts";
import type { Machine, ProductBeside } from "../machine.ts";
import { settingsOf } from "../settings/settings.ts";
import { defineCommand } from "./command.ts";
import { LISTENING_ARGUMENTS, LISTENING_OPTIONS, readListening } from "./listening.ts";
import { productOf } from "./product-of.ts";

const USUAL_URL = settingsOf({}, {}, { profiles: {} }).url;

export const dev = defineCommand({
  name: "dev",
  section: "product",
  about: "Try webhooks here: start Posthorn and listen, in one command",
  details:
    "Starts Posthorn with its own PostgreSQL, makes the source if it is missing, and shows what arrives at its URL and what your " +
    "local server answers, as posthorn listen does. Ctrl-C ends both. The data stays for the next time: it is where posthorn start " +
    "has it, and the same variables of the environment count, such as POSTHORN_PORT and POSTHORN_DATA_DIR.\n\n" +
    "The first start makes an owner, shows how to sign in to the dashboard, and keeps key and password in a profile named dev " +
    "of the config file, which only you can read. Data that has an owner already asks you for a click in the browser, once. " +
    "If a Posthorn runs on the data already, the command uses it and leaves it running.\n\n" +
    "This is a command of the package posthorn; the client alone, posthorn-cli, cannot do it.",
  usualProfile: "dev",
  arguments: LISTENING_ARGUMENTS,
  options: LISTENING_OPTIONS,
  examples: [
    {
      line: "posthorn dev 3000 shop",
      about: "What arrives at the source shop goes to http://localhost:3000",
    },
    { line: "npx posthorn dev 3000 shop", about: "The same, without an installation before" },
    { line: "posthorn dev 3000 shop --path /webhooks", about: "To a path of your server" },
    { line: "POSTHORN_PORT=8080 posthorn dev 3000 shop", about: "The dashboard at another port" },
    { line: "posthorn tail --profile dev", about: "Another command, for the same Posthorn" },
  ],
  async run(given, { machine, settings, config }) {
    const product = productOf(machine, "dev 3000 shop");
    if (settings.url !== USUAL_URL)
      throw misuse(
        "posthorn dev starts a Posthorn of its own, so --url means nothing to it.",
        `To listen to the one at ${settings.url}: posthorn listen PORT SOURCE --url ${settings.url}`,
      );
    const listening = readListening("dev", given, machine);
    await config.read(); // what is wrong with it is said before anything starts
    const { err } = machine;
    const ending = new AbortController();
    const { signal } = ending;
    machine.onStop(() => ending.abort());
    let own: ProductBeside | null = null;
    try {
      const found = await product.findRunning({
        signal,
        onWaiting: (pid) =>
          err.write(
            `Process ${pid} starts or stops a Posthorn on this data. Waiting for it; Ctrl-C ends this.\n`,
          ),
      });
      if (found !== null) {
        const url = err.paint("underline", found);
        err.write(
          `A Posthorn runs on this data already: ${url}\nThis command uses it, and leaves it running.\n`,
        );
        await listenAt(found, null);
      } else {
        err.write(`Starting Posthorn, with its data in ${product.dataPlace}.\n`);
        const founding = foundingFor(machine.env);
        own = product.startBeside(founding.settings);
        void own.ended.then((failure) => ending.abort(failure));
        const url = await unlessAborted(own.ready, signal);
        err.write(`Posthorn runs: ${err.paint("underline", url)}\n`);
        await listenAt(url, founding);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      if (signal.reason instanceof Failure) throw signal.reason;
      // The person has ended it, at whatever point it was.
    } finally {
      if (own) await stopped(own, product.dataPlace, err);
    }

    async function listenAt(url: string, founding: Founding | null): Promise<void> {
      const signedIn = await signIn({ machine, config, settings, url, founding, signal });
      await listening({
        client: createClient(signedIn.settings, machine, signal),
        settings: signedIn.settings,
        news: signedIn.news,
        onStop: (stop) => whenAborted(signal, (reason) => stop(reason instanceof Failure ? reason : null)),
      });
      if (founding === null) err.write(`Posthorn goes on at ${url}.\n`);
    }
  },
});

async function stopped(own: ProductBeside, dataPlace: string, err: Machine["err"]): Promise<void> {
  if (own.hasEnded()) return;
  err.write("Stopping Posthorn…\n");
  await own.stop();
  err.write(`Posthorn has stopped. Its data stays in ${dataPlace} for the next time.\n`);
}

/** Rejects as soon as the signal is aborted, whatever becomes of the promise. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      whenAborted(signal, reject);
    }),
  ]);
}

function whenAborted(signal: AbortSignal, act: (reason: unknown) => void): void {
  if (signal.aborted) act(signal.reason);
  else signal.addEventListener("abort", () => act(signal.reason), { once: true });
}
