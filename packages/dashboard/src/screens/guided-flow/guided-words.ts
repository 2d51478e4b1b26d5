/** What does the right side of the guide say? One question or news for each step, and what follows. Pure. */
import type { GuidedFlow } from "./use-guided-flow.ts";

export interface GuidedWords {
  title: string;
  text: string;
}

type Known = Pick<GuidedFlow, "steps" | "source" | "destination" | "requests" | "events">;

export function guidedWords(flow: Known, draftDestination: string): GuidedWords {
  const { steps, source, destination, requests, events } = flow;
  const from = source?.name ?? "The source";
  const to = destination?.name ?? (draftDestination === "" ? "the destination" : draftDestination);
  const current = steps.find(({ state }) => state === "current")?.id;
  const [request] = requests;
  switch (current) {
    case "requests":
      return {
        title: `Waiting for the first request to ${from}`,
        text: "It appears here as soon as it comes in.",
      };
    case "destination":
      if (request?.status === "rejected")
        return {
          title: `${from} rejected the latest request`,
          text: "Its cause is beside it. A rejected request is kept, and can be retried when the cause is gone.",
        };
      return {
        title: `${from} is sending. Where should its events go?`,
        text: `The request below waits here and is delivered as soon as ${to} is connected.`,
      };
    case "rules":
      return {
        title: `How should ${to} get its events?`,
        text: "Rules are optional. The request below is delivered as soon as you go on.",
      };
    case "cli":
      return {
        title: "Waiting for your machine",
        text: "The request below is delivered as soon as the CLI listens.",
      };
    case "review":
      return reviewWords(events[0], to);
    case "source":
    case undefined:
      return {
        title: "Where do your requests come from?",
        text: "A source gets a URL of its own. Posthorn keeps every request that arrives there.",
      };
  }
}

function reviewWords(event: Known["events"][number] | undefined, to: string): GuidedWords {
  if (!event)
    return { title: `Delivering to ${to}`, text: "The first event appears as soon as it is delivered." };
  if (event.status === "SUCCESSFUL")
    return { title: `${to} has received an event`, text: "Confirm the connection to see all of them." };
  if (event.status === "FAILED")
    return {
      title: `${to} did not accept the event`,
      text: "Open the event to see what was answered. With a retry rule, Posthorn tries again.",
    };
  return { title: `An event is on its way to ${to}`, text: "Its state appears beside it." };
}

/** `10+ requests`: the guide reads ten of anything, and knows whether there are more. */
export function countWords(count: number, hasMore: boolean, thing: "request" | "event"): string {
  return `${count}${hasMore ? "+" : ""} ${thing}${count === 1 ? "" : "s"}`;
}
