/**
 * How does an issue become an alert of Opsgenie?
 *
 * By the Alert API. The id is the `alias`: a message that is sent once more counts up the same alert, and the end
 * of the issue closes it. The first contact closes an alert that does not exist. Opsgenie accepts that with a key that
 * may create and close alerts, which is what we need.
 */
import { OpsgenieConfigs } from "@posthorn/contract/team-integrations";
import { type ChannelDeps, type ConnectedChannel, type Telling, failureOf, postOf } from "./channel.ts";
import { cut } from "./message.ts";

/** Opsgenie's own bounds. */
const MESSAGE_MAX_CHARACTERS = 130;
const DESCRIPTION_MAX_CHARACTERS = 15_000;

const NEW_KEY = "Copy the key of an API integration, choose its region, and connect Opsgenie again.";
const WORDS = {
  401: `Opsgenie does not accept the key (401). ${NEW_KEY}`,
  403: `The key may not create alerts (403). ${NEW_KEY}`,
  422: `Opsgenie does not accept the key (422). ${NEW_KEY}`,
};

export function createOpsgenie({ call, urls }: ChannelDeps): ConnectedChannel {
  const post = async (given: unknown, path: string, body: object) => {
    const { region, api_key } = OpsgenieConfigs.parse(given);
    const answer = await call(
      postOf(urls.opsgenie[region] + path, body, [["authorization", `GenieKey ${api_key}`]]),
    );
    return failureOf("Opsgenie", answer, WORDS);
  };
  const close = (configs: unknown, alias: string) =>
    post(configs, `/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`, {
      source: "Posthorn",
    });
  return {
    hasAlerts: true,
    verify: (configs) => close(configs, "posthorn-first-contact"),
    tell: (telling, { configs }) =>
      telling.kind === "end"
        ? close(configs, telling.subject_id)
        : post(configs, "/v2/alerts", alertOf(telling)),
  };
}

function alertOf({ kind, subject_id, message: { title, lines, url } }: Telling): object {
  return {
    message: cut(title, MESSAGE_MAX_CHARACTERS),
    alias: subject_id,
    description: cut([title, ...lines, url].join("\n"), DESCRIPTION_MAX_CHARACTERS),
    source: "Posthorn",
    priority: kind === "test" ? "P5" : "P3",
    details: { url },
  };
}
