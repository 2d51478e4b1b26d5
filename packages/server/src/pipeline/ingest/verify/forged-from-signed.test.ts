/**
 * Can a signature that somebody got honestly count for a request that the provider never sent?
 *
 * Two ways: one signed text that is the text of two requests, and a challenge whose reply is the signature of a request.
 */
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { afterAll, describe, expect, test } from "vitest";
import { snsMessage } from "../../../testing/fetched-samples.ts";
import { startKeyServer } from "../../../testing/key-server.ts";
import { PROVIDER_SAMPLES } from "../../../testing/provider-samples.ts";
import { SAMPLE_MOMENT, signedSample } from "../../../testing/signed-sample.ts";
import type { Evidence } from "./evidence.ts";
import { createProviderFetches } from "./provider-fetches.ts";
import { createVerifiers } from "./verifiers.ts";

const keyServer = await startKeyServer({ ...PROVIDER_SAMPLES["AWS_SNS"]?.published });
afterAll(() => keyServer.close());
const verifiers = createVerifiers(createProviderFetches(keyServer));

async function resultOf(type: string, change: Partial<Evidence>): Promise<string | undefined> {
  const verify = verifiers.get(type)?.withAuth(PROVIDER_SAMPLES[type]?.auth);
  return (await verify?.({ ...signedSample(type).evidence, ...change }))?.result;
}

const isPassed = async (message: object) =>
  (await resultOf("AWS_SNS", { body: Buffer.from(JSON.stringify(message)) })) === "passed";

describe("the owner of one SNS topic", () => {
  const Timestamp = new Date(SAMPLE_MOMENT.nowMs).toISOString();
  const victim = "arn:aws:sns:eu-west-1:123456789012:victim";
  const own = {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: "arn:aws:sns:eu-west-1:666666666666:own",
    Timestamp,
    SignatureVersion: "2",
  };
  const tail = `MessageId\n${own.MessageId}\nTimestamp\n${Timestamp}\nTopicArn\n${own.TopicArn}\nType\nNotification`;
  const head = `MessageId\n1\nTimestamp\n${Timestamp}\nTopicArn\n${victim}`;

  /** The message as SNS signs it for the owner, whose text the forged fields give too. */
  function forgedAs(Message: string, forged: Record<string, string>) {
    const { Signature, SigningCertURL } = snsMessage({ ...own, Message });
    return { SignatureVersion: "2", Timestamp, Signature, SigningCertURL, ...forged };
  }

  const forgeries: Record<string, object> = {
    Type: forgedAs(`pay\n${head}\nType\nNotification`, {
      Message: "pay",
      MessageId: "1",
      TopicArn: victim,
      Type: `Notification\n${tail}`,
    }),
    TopicArn: forgedAs(`pay\n${head}`, {
      Message: "pay",
      MessageId: "1",
      TopicArn: `${victim}\n${tail.replace(/\nType\nNotification$/, "")}`,
      Type: "Notification",
    }),
    MessageId: forgedAs("pay", {
      Message: `pay\nMessageId\n${own.MessageId}`,
      TopicArn: own.TopicArn,
      Type: "Notification",
    }),
  };

  test.each(Object.entries(forgeries))(
    "cannot send for another topic with a forged %s",
    async (_, forged) => {
      expect(await isPassed(forged)).toBe(false);
    },
  );

  test("can send lines of text, in the message alone", async () => {
    const Message = `pay\r\n${head}\nType\nNotification\n`;

    expect(await isPassed(snsMessage({ ...own, Message }))).toBe(true);
    expect(await isPassed(snsMessage({ ...own, Message, Subject: "a subject" }))).toBe(true);
    for (const field of ["MessageId", "Subject", "TopicArn", "Type", "Token", "SubscribeURL"])
      for (const lineBreak of ["\n", "\r", "\r\n"])
        expect([field, await isPassed(snsMessage({ ...own, Message, [field]: `a${lineBreak}b` }))]).toEqual([
          field,
          false,
        ]);
  });

  test.each(["notification", "Notification ", "Other", ""])("cannot send the type %j", async (Type) => {
    expect(await isPassed(snsMessage({ ...own, Message: "pay", Type }))).toBe(false);
  });

  test.each(["Message", "MessageId", "TopicArn", "Type"])("cannot leave out %s", async (field) => {
    const fields = Object.entries({ ...own, Message: "pay" }).filter(([name]) => name !== field);

    expect(await isPassed(snsMessage(Object.fromEntries(fields)))).toBe(false);
  });
});

/** How a stranger asks for a digest by the secret, and where the digest is as the signature of a request. */
const DIGEST_CHALLENGES: Record<
  string,
  { ask: (word: string) => Partial<Evidence>; answer: RegExp; signature: string; prefix: string }
> = {
  TWITTER: {
    ask: (word) => ({ method: "GET", query: new URLSearchParams({ crc_token: word }).toString() }),
    answer: /"response_token":"sha256=([^"]+)"/,
    signature: "x-twitter-webhooks-signature",
    prefix: "sha256=",
  },
  LINKEDIN: {
    ask: (word) => ({ method: "GET", query: new URLSearchParams({ challengeCode: word }).toString() }),
    answer: /"challengeResponse":"([^"]+)"/,
    signature: "x-li-signature",
    prefix: "",
  },
  SMARTCAR: {
    ask: (word) => signedBody("SMARTCAR", { eventType: "VERIFY", data: { challenge: word } }),
    answer: /"challenge":"([^"]+)"/,
    signature: "sc-signature",
    prefix: "",
  },
  ZOOM: {
    ask: (word) => signedBody("ZOOM", { event: "endpoint.url_validation", payload: { plainToken: word } }),
    answer: /"encryptedToken":"([^"]+)"/,
    signature: "x-zm-signature",
    prefix: "v0=",
  },
};

function signedBody(type: string, value: object): Partial<Evidence> {
  const body = JSON.stringify(value);
  const { nowMs, url } = SAMPLE_MOMENT;
  const moment = { body, nowMs, url, seconds: Math.floor(nowMs / 1000), iso: new Date(nowMs).toISOString() };
  const headers = Object.entries(PROVIDER_SAMPLES[type]?.headers(moment) ?? {}).flat();
  return { body: Buffer.from(body), headers };
}

test("every provider whose reply contains an HMAC is tried here", () => {
  const types = SOURCE_TYPES.filter((type) =>
    SOURCE_TYPE_ENTRIES[type].challenges?.some(({ compute }) => compute?.scheme === "hmac"),
  );

  expect(types.toSorted()).toEqual(Object.keys(DIGEST_CHALLENGES).toSorted());
});

describe.each(Object.entries(DIGEST_CHALLENGES))("%s", (type, { ask, answer, signature, prefix }) => {
  const seconds = String(Math.floor(SAMPLE_MOMENT.nowMs / 1000));
  const bodies = ["5", "-5", "true", "null", "id=1", "to=me", "word", "YWJj", "c9a0=="];
  const objects = ["{}", '{"id":1}', "[1]", '"word"', "a b", "<a/>", "x".repeat(300)];
  const uuid = "890e4665-4dfe-4ab1-b689-ed553bceeed0";

  test("signs no body that would pass", async () => {
    for (const body of [...bodies, ...objects, uuid])
      for (const word of [body, `hmacsha256=${body}`, `v0:${seconds}:${body}`]) {
        const verify = verifiers.get(type)?.withAuth(PROVIDER_SAMPLES[type]?.auth);
        const reply = JSON.stringify(await verify?.({ ...signedSample(type).evidence, ...ask(word) }));
        const [, digest] = answer.exec(reply.replaceAll('\\"', '"')) ?? [];
        if (digest === undefined) continue;
        const headers = [signature, prefix + digest, "x-zm-request-timestamp", seconds];
        expect([body, await resultOf(type, { headers, body: Buffer.from(body) })]).toEqual([body, "failed"]);
      }
  });

  test("still gets its reply to a word, and passes with what it signs", async () => {
    const verify = verifiers.get(type)?.withAuth(PROVIDER_SAMPLES[type]?.auth);

    expect(await verify?.({ ...signedSample(type).evidence, ...ask(uuid) })).toMatchObject({
      result: "challenged",
    });
    expect(await resultOf(type, {})).toBe("passed");
  });
});
