/** A filter out of a sentence, against a small stand-in for the AI service on loopback. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createChatModel } from "../../outbound/chat-model.ts";
import { startFarEnd } from "../../testing/gateway.ts";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

const KEY = "sk-the-key-of-the-operator";
const FILTER = { body: { type: "order.paid" } };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
let service: Awaited<ReturnType<typeof startFarEnd>>;
let api: GivenApi;
beforeAll(async () => {
  service = await startFarEnd((request, response) => answer(request, response));
  // The API may not dial loopback for anybody else.
  api = await givenApi({ egressAllow: [], chatModel: modelAt(`${service.url}/v1`) });
});
afterAll(async () => {
  await api.stop();
  service.close();
  for (const model of models) await model.close();
});
afterEach(() => void service.received.splice(0));

const models: ReturnType<typeof createChatModel>[] = [];
function modelAt(url: string, patience?: { answerWithinMs: number }) {
  const model = createChatModel({ url, key: KEY, model: "small-model" }, patience);
  models.push(model);
  return model;
}

const saying =
  (content: unknown): Answer =>
  (_request, response) =>
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));

const complete = (asked: GivenApi = api, body: object = { prompt: "only paid", filter: {} }) =>
  asked.call("POST", "//dashboard-api/filter-completion", { body });

/** What a person reads when there is no filter. */
async function refusal(asked?: GivenApi): Promise<string> {
  const { status, body } = await complete(asked);
  expect([status, body.code]).toEqual([422, "COMPLETION_FAILED"]);
  return body.message;
}

test("the model's filter comes back, and the service got the key, the model and the question", async () => {
  answer = saying(JSON.stringify(FILTER));

  const input = { body: { type: "order.paid" }, path: "/orders" };
  const completed = await complete(api, { prompt: "only paid orders", filter: { path: "/orders" }, input });

  expect([completed.status, completed.body]).toEqual([200, { filter: FILTER }]);
  const [received] = service.received;
  expect([received?.method, received?.url]).toEqual(["POST", "/v1/chat/completions"]);
  expect(received?.headers.authorization).toBe(`Bearer ${KEY}`);
  const asked = JSON.parse(received?.body.toString() ?? "");
  expect([asked.model, asked.response_format]).toEqual(["small-model", { type: "json_object" }]);
  expect(asked.messages[1].content).toContain("only paid orders");
  expect(asked.messages[1].content).toContain('{"path":"/orders"}');
});

test.each([
  ["words instead of a filter", saying("Of course!"), "is no filter"],
  ["an operator that does not exist", saying('{"body":{"a":{"$regex":"b"}}}'), "is no filter"],
  ["no text at all", saying(null), "could not be read"],
  ["garbage", ((_, response) => response.end("<html>")) satisfies Answer, "could not be read"],
  ["more than is read", saying("x".repeat(2_000_000)), "could not be read"],
  [
    "an error that quotes the key",
    ((request, response) => response.writeHead(500).end(request.headers.authorization)) satisfies Answer,
    "refused to answer",
  ],
  [
    "a redirect",
    ((_, response) => response.writeHead(307, { location: "/elsewhere" }).end()) satisfies Answer,
    "refused to answer",
  ],
  ["a cut connection", ((_, response) => response.destroy()) satisfies Answer, "could not be reached"],
])("%s is an error in words, and the key is nowhere", async (_what, given, words) => {
  answer = given;

  const message = await refusal();

  expect(message).toContain(words);
  expect(service.received).toHaveLength(1);
  expect([message, ...api.logged].join("\n")).not.toContain(KEY);
});

test("a service that never answers is given up", async () => {
  answer = () => undefined;
  const chatModel = modelAt(service.url, { answerWithinMs: 50 });
  const impatient = await givenApi({ chatModel });

  const message = await refusal(impatient);
  await impatient.stop();

  expect(message).toContain("did not answer in time");
});

test("at most eight are under way at once, and the next one may come when one has ended", async () => {
  const held: ServerResponse[] = [];
  answer = (_request, response) => void held.push(response);
  const eight = Array.from({ length: 8 }, () => complete());
  await service.arrivals(8);

  const ninth = await complete();
  for (const response of held) saying("{}")({} as IncomingMessage, response); // it does not look at the request
  const statuses = (await Promise.all(eight)).map(({ status }) => status);
  answer = saying("{}");
  const tenth = await complete();

  expect([ninth.status, ninth.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(ninth.body.message).toContain("try again in a moment");
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
  expect(tenth.status).toBe(200);
});

test("a viewer may not ask, and a question without words is refused", async () => {
  answer = saying("{}");
  const { cookie } = await api.signUp();
  const headers = { cookie, origin: "http://127.0.0.1:4400" };
  const asked = { key: null, headers, body: { prompt: "only paid", filter: {} } };

  expect((await api.call("GET", "//dashboard-api/session", { key: null, headers })).body).toMatchObject({
    filter_completion: true,
    provider_fetches: true,
    is_tracking: false,
  });
  await api.setRole("viewer");
  expect((await api.call("POST", "//dashboard-api/filter-completion", asked)).status).toBe(403);
  await api.setRole("member");
  expect((await api.call("POST", "//dashboard-api/filter-completion", asked)).status).toBe(200);
  expect((await complete(api, { prompt: "", filter: {} })).body.data).toEqual([
    "prompt is not allowed to be empty",
  ]);
});

test("the session says what the operator has left out or turned off, and asking says whom to ask", async () => {
  const without = await givenApi({ providerFetches: false });
  const { cookie } = await without.signUp();

  const session = await without.call("GET", "//dashboard-api/session", { key: null, headers: { cookie } });
  const { status, body } = await complete(without);
  await without.stop();

  expect(session.body).toMatchObject({ filter_completion: false, provider_fetches: false });
  expect([status, body.code]).toEqual([422, "COMPLETION_NOT_CONFIGURED"]);
  expect(body.message).toContain("POSTHORN_AI_URL");
});
