/**
 * How does a listening client fill the terminal?
 *
 * Binds what happens and what is pressed to the view, and the view to the screen. Frames are drawn at most every 50 ms, however
 * many events come; a key is answered at once.
 */
import { validateKey } from "@posthorn/contract/cli-auth";
import { retryEvent } from "@posthorn/contract/events";
import type { Surroundings } from "../../commands/command.ts";
import { openInBrowser } from "../../login/browser.ts";
import { printable } from "../../output/printable.ts";
import type { Terminal, TerminalKey } from "../../terminal.ts";
import type { Display } from "../display.ts";
import { type Place, missedText } from "../report.ts";
import { curlCommand } from "./curl-command.ts";
import { type Colours, type Drawn, draw } from "./draw.ts";
import { frameOf } from "./frame.ts";
import { type KeptEvent, createKeptEvents } from "./kept-events.ts";
import { type View, pressed } from "./view.ts";

const FRAME_EVERY_MS = 50;
const CLOCK_EVERY_MS = 1_000;
const MANY_COLOURS_BITS = 8;

interface FullScreenDeps extends Pick<Surroundings, "client" | "machine"> {
  terminal: Terminal;
  place: Place;
  title: string;
  /** What was made or changed before, in sentences. */
  news: readonly string[];
  /** The person has pressed q or Ctrl-C. */
  onQuit: () => void;
}

export function createFullScreen(deps: FullScreenDeps): Display {
  const { client, machine, terminal, place, title, news, onQuit } = deps;
  const colours: Colours =
    terminal.colourBits <= 1 ? "none" : terminal.colourBits < MANY_COLOURS_BITS ? "few" : "many";
  const kept = createKeptEvents();
  let drawn: Drawn = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let view: View = {
    ...terminal.size(),
    title,
    projectName: null,
    place,
    link: { is: "connecting" },
    isLocalThere: null,
    missed: null,
    notice: news.length === 0 ? null : news.join(" "),
    events: kept.list(),
    counts: kept.counts,
    limits: kept.limits,
    selected: null,
    page: "list",
    tab: "request",
    scroll: 0,
    search: "",
    isTyping: false,
    filter: { only: "all" },
    command: "",
    nowMs: machine.nowMs(),
  };
  const taken = terminal.take({ key: onKey, cleared: redraw });
  const clock = setInterval(drawSoon, CLOCK_EVERY_MS);
  drawNow();
  void nameProject();

  function drawNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isClosed) return;
    view = { ...view, events: kept.list(), nowMs: machine.nowMs() };
    const next = draw(frameOf(view).frame, drawn, colours);
    drawn = next.drawn;
    if (next.bytes !== "") taken.write(next.bytes);
  }

  function drawSoon(): void {
    timer ??= setTimeout(drawNow, FRAME_EVERY_MS);
  }

  function redraw(): void {
    if (isClosed) return;
    view = { ...view, ...terminal.size() };
    taken.clear();
    drawn = [];
    drawNow();
  }

  function change(changed: Partial<View>): void {
    view = { ...view, ...changed };
    drawSoon();
  }

  function onKey(key: TerminalKey): void {
    view = { ...view, events: kept.list() };
    const { view: next, wish } = pressed(view, key, frameOf(view).room);
    view = next;
    if (wish?.to === "quit") return onQuit();
    if (wish?.to === "suspend") return taken.suspend();
    if (wish?.to === "redraw") return redraw();
    if (wish?.to === "retry") void retry(wish.event);
    if (wish?.to === "open") void open(wish.event);
    if (wish?.to === "copy") copy(wish.event);
    drawNow();
  }

  async function retry({ attempt: { event_id } }: KeptEvent): Promise<void> {
    change({ notice: `Sending ${event_id} again…` });
    try {
      await client.call(retryEvent, { params: { id: event_id } });
      change({ notice: `${event_id} is sent again.` });
    } catch (error) {
      change({ notice: `${event_id} cannot be sent again: ${messageOf(error)}` });
    }
  }

  async function open({ attempt: { event_id } }: KeptEvent): Promise<void> {
    const link = `${place.dashboard}/events/${encodeURIComponent(event_id)}`;
    const hasOpened = await openInBrowser(link, machine);
    change({ notice: hasOpened ? `Your browser opens ${link}` : `There is no browser here. Open ${link}` });
  }

  function copy(event: KeptEvent): void {
    const command = curlCommand(event, place.target);
    if (command === null)
      return change({
        notice: "This body is too large to be kept here as a whole. Press o, and copy in the dashboard.",
      });
    // OSC 52: the terminal puts it on the clipboard, also over SSH, if its settings allow that.
    taken.write(`\u001b]52;c;${Buffer.from(command).toString("base64")}\u0007`);
    change({ page: "curl", command, scroll: 0 });
  }

  async function nameProject(): Promise<void> {
    try {
      const { team_name_no_org } = await client.call(validateKey);
      change({ projectName: team_name_no_org });
    } catch {
      // The name is an ornament. If the server does not answer, the link says so.
    }
  }

  return {
    connected(isAgain) {
      change({
        link: { is: "connected", roundTripMs: null },
        ...(isAgain && { notice: "Connected again. Looking for what was missed…" }),
      });
    },
    lost(loss) {
      const wasConnected =
        view.link.is === "connected" || (view.link.is === "lost" && view.link.wasConnected);
      change({ link: { is: "lost", loss, retryAtMs: machine.nowMs() + loss.waitMs, wasConnected } });
    },
    answeredIn(ms) {
      if (view.link.is === "connected") change({ link: { is: "connected", roundTripMs: ms } });
    },
    missed(missed) {
      const text = missedText(missed, place.dashboard);
      const isNothing = missed.events + missed.requests === 0;
      change(
        isNothing ? { notice: `Connected again. ${text}` } : { missed: text, notice: "Connected again." },
      );
    },
    missedIsUnknown(why) {
      change({ missed: `What was missed meanwhile cannot be read now: ${why}`, notice: "Connected again." });
    },
    received(attempt) {
      kept.add(attempt, new Date(machine.nowMs()));
      drawSoon();
    },
    done({ attempt, outcome, tookMs }) {
      kept.finish(attempt, outcome, tookMs);
      drawSoon();
    },
    notAnswered(attempt) {
      kept.answerLost(attempt);
      drawSoon();
    },
    localServer: (isLocalThere) => change({ isLocalThere }),
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(clock);
      taken.giveBack();
    },
  };
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}
