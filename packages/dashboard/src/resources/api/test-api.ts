/**
 * A fake server for component tests: answers `fetch` from a table and records the calls.
 *
 * A key is `GET /2025-07-01/connections`, without the query. A value is the reply, or a function that makes it from
 * the URL and the body. A `Response` is returned as it is. A call that is not in the table gets a 404, as on the real
 * server.
 */
type Answer = object | undefined;
export type Answers = Record<string, Answer | ((url: URL, body: unknown) => Answer | Promise<Answer>)>;

export interface TestApi {
  /** A test may change this while it runs. */
  answers: Answers;
  asked: { call: string; body: unknown }[];
  restore: () => void;
}

function replyOf(answer: Answer): Response {
  if (answer instanceof Response) return answer;
  return Response.json(answer ?? { code: "NOT_FOUND", status: 404, message: "Not found" }, {
    status: answer === undefined ? 404 : 200,
  });
}

export function answerApi(answers: Answers): TestApi {
  const realFetch = window.fetch;
  const api: TestApi = { answers, asked: [], restore: () => (window.fetch = realFetch) };
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const call = `${request.method} ${url.pathname}`;
    api.asked.push({ call: call + url.search, body });
    const answer = api.answers[call];
    return replyOf(await (typeof answer === "function" ? answer(url, body) : answer));
  };
  return api;
}

export function aPageOf(models: readonly unknown[]) {
  return {
    models,
    count: models.length,
    pagination: { order_by: "created_at", dir: "desc", limit: 100 },
  };
}

/** The first page of many. */
export function aFirstPageOf(models: readonly unknown[]) {
  const page = aPageOf(models);
  return { ...page, pagination: { ...page.pagination, next: "the-second-page" } };
}
