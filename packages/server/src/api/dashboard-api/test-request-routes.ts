/**
 * What happens when a person sends a test request to a source?
 *
 * An example of its provider, signed with the source's own secret, comes in at the source's URL from inside of this
 * process. Everything after that is the path of every request. Where only the provider can sign, nothing is sent: an
 * unsigned request would be rejected and prove nothing.
 */
import { internalId, sourceToken } from "@posthorn/contract/ids";
import { listExamples, sendTestRequest } from "@posthorn/contract/test-requests";
import { momentAt, filled } from "../../examples/example.ts";
import { examplesOf } from "../../examples/example-library.ts";
import { bodyOf } from "../../pipeline/ingest/verify/request-draft.ts";
import type { SourceRow } from "../../store/sources.ts";
import { sourceUrl } from "../../views/source-view.ts";
import type { ApiDeps } from "../api-deps.ts";
import { gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { requestView } from "../requests/request-view.ts";
import { findRequest } from "../requests/requests.sql.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { cannotSend, exampleNamed } from "./example-choice.ts";
import { createExampleSigner } from "./example-signer.ts";

type TestRequestDeps = Pick<ApiDeps, "db" | "config" | "sealer" | "sendOwn" | "caughtUp">;

export function serveTestRequests(serve: Serve, deps: TestRequestDeps): void {
  const { db, config, sendOwn, caughtUp } = deps;
  const signerFor = createExampleSigner(deps);

  async function read(team_id: string, id: string): Promise<SourceRow> {
    const uuid = internalId("source", id);
    const row = uuid && (await sourceReads.find(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  serve(listExamples, async ({ team_id, id }) => {
    const source = await read(team_id, id);
    const moment = momentAt(Date.now());
    const { refusal } = await signerFor(source);
    const examples = await examplesOf(source.type, source.config.auth_type);
    return {
      models: examples.map((example) => {
        const { method, headers, content } = filled(example, source.config.allowed_http_methods, moment);
        const body = content === null ? "" : "json" in content ? pretty(content.json) : form(content.form);
        return { name: example.name, method, headers: Object.fromEntries(headers), body };
      }),
      signed: source.authenticated && refusal === null,
      refusal,
    };
  });

  serve(sendTestRequest, async ({ team_id, id, body: { example: name } }) => {
    const source = await read(team_id, id);
    const examples = await examplesOf(source.type, source.config.auth_type);
    const example = exampleNamed(name, examples, "This source");
    const { sign, refusal } = await signerFor(source);
    if (refusal !== null) throw cannotSend(refusal);

    const moment = momentAt(Date.now());
    const url = sourceUrl(source.id, config.ingestUrl);
    const draft = sign({ ...filled(example, source.config.allowed_http_methods, moment), url }, moment);
    if (!draft) throw cannotSend("This example cannot be signed with the method that the source allows.");
    await caughtUp();
    const { request_id, ...answer } = await sendOwn({
      method: draft.method,
      target: `/e/${sourceToken(source.id)}${draft.url.slice(url.length)}`,
      headers: ["Host", new URL(url).host, ...draft.headers.flat()],
      body: bodyOf(draft),
    });
    const uuid = request_id === null ? null : internalId("request", request_id);
    const request = uuid && (await findRequest(db, team_id, uuid));
    return { example: example.name, answer, request: request ? requestView(request) : null };
  });
}

function pretty(json: unknown): string {
  return JSON.stringify(json, null, 2);
}

function form(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
