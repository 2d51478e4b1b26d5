import { expect, test } from "vitest";
import { findViolations } from "./check-architecture.ts";

const reasonsFor = (file: string, text: string) =>
  findViolations(new Map([[file, text]])).map((violation) => violation.reason);

test.each([
  {
    what: "a pipeline step that imports the API",
    file: "packages/server/src/pipeline/route/route.ts",
    text: `import { reply } from "../../api/reply.ts";`,
    reason: "../../api/reply.ts: server/pipeline/route may not import server/api",
  },
  {
    what: "a stage that imports the one before it",
    file: "packages/server/src/pipeline/schedule/ready-queue.ts",
    text: `import { router } from "../route/router.ts";`,
    reason: "../route/router.ts: server/pipeline/schedule may not import server/pipeline/route",
  },
  {
    what: "a stage that reaches past the next one",
    file: "packages/server/src/pipeline/ingest/admission.ts",
    text: `import { deliveryRequest } from "../send/delivery-request.ts";`,
    reason: "../send/delivery-request.ts: server/pipeline/ingest may not import server/pipeline/send",
  },
  {
    what: "more of the next stage than the flow needs",
    file: "packages/server/src/pipeline/ingest/intake.ts",
    text: `import { evaluate } from "../route/evaluate.ts";`,
    reason: "../route/evaluate.ts: server/pipeline/ingest may not import server/pipeline/route",
  },
  {
    what: "admission asked by another file than the one that retries requests",
    file: "packages/server/src/pipeline/route/router.ts",
    text: `import { admit } from "../ingest/admission.ts";`,
    reason: "../ingest/admission.ts: server/pipeline/route may not import server/pipeline/ingest",
  },
  {
    what: "what travels through the stages, when it imports one of them",
    file: "packages/server/src/pipeline/delivery.ts",
    text: `import type { Answer } from "./send/sender.ts";`,
    reason: "./send/sender.ts: server/pipeline/* may not import server/pipeline/send",
  },
  {
    what: "a stage the table does not know",
    file: "packages/server/src/pipeline/enrich/enrich.ts",
    text: ``,
    reason: "server/pipeline/enrich/enrich.ts is in no folder that the table in check-architecture.ts knows",
  },
  {
    what: "the command-line client, when it imports the server",
    file: "packages/cli/src/listen/link.ts",
    text: `import { readAnswer } from "../../../server/src/cli/attempt-message.ts";`,
    reason: "../../../server/src/cli/attempt-message.ts: cli may not import server/cli",
  },
  {
    what: "a command that dials by itself",
    file: "packages/cli/src/commands/open.ts",
    text: `import { request } from "node:https";`,
    reason:
      "node:https belongs to server/outbound, server/testing, bench, e2e, scripts, cli/listen: outbound/ is the only dialer",
  },
  {
    what: "an endpoint that imports a worker",
    file: "packages/server/src/api/events/retry.ts",
    text: `import { deliveryLoop } from "../../workers/delivery-loop.ts";`,
    reason: "../../workers/delivery-loop.ts: server/api may not import server/workers",
  },
  {
    what: "an endpoint that imports how requests are received",
    file: "packages/server/src/api/events/retry.ts",
    text: `import { accept } from "../../pipeline/ingest/accept.ts";`,
    reason: "../../pipeline/ingest/accept.ts: server/api may not import server/pipeline/ingest",
  },
  {
    what: "a store that imports what uses it",
    file: "packages/server/src/store/events.ts",
    text: `import type { Plan } from "../pipeline/route/plan.ts";`,
    reason: "../pipeline/route/plan.ts: server/store may not import server/pipeline/route",
  },
  {
    what: "a second dialer",
    file: "packages/server/src/pipeline/send/http.ts",
    text: `import { Agent } from "undici";`,
    reason: expect.stringContaining("outbound/ is the only dialer"),
  },
  {
    what: "a raw socket",
    file: "packages/server/src/access/ping.ts",
    text: `import { connect } from "node:net";`,
    reason: expect.stringContaining("outbound/ is the only dialer"),
  },
  {
    what: "mail past the dialer",
    file: "packages/server/src/access/mail/mail.ts",
    text: `import { createTransport } from "nodemailer";`,
    reason: expect.stringContaining("outbound/ is the only dialer"),
  },
  {
    what: "a fetch past the dialer",
    file: "packages/server/src/issues/notify.ts",
    text: `await fetch(url);`,
    reason: expect.stringContaining("fetch dials past the address guard"),
  },
  {
    what: "SQL outside the store",
    file: "packages/server/src/workers/retention.ts",
    text: `import { Client } from "pg";`,
    reason: expect.stringContaining("all SQL goes through store/"),
  },
  {
    what: "a second reader of the environment",
    file: "packages/server/src/outbound/proxy.ts",
    text: `const proxy = process.env.HTTP_PROXY;`,
    reason: "only config.ts reads the environment",
  },
  {
    what: "a read that may find deleted projects",
    file: "packages/server/src/store/sessions.ts",
    text: "db.query(`select 1 from sources JOIN\n projects on projects.id = team_id`);",
    reason: expect.stringContaining("LIVE_PROJECTS or ALL_PROJECTS"),
  },
  {
    what: "a query that derives a role by itself",
    file: "packages/server/src/api/projects/projects.sql.ts",
    text: "db.query(`select members.role from ${LIVE_PROJECTS} JOIN\n members using (organization_id)`);",
    reason: expect.stringContaining("the view project_roles"),
  },
  {
    what: "a contract that imports more than zod",
    file: "packages/contract/src/events.ts",
    text: `import qs from "qs";`,
    reason: "qs: the contract imports zod and nothing else",
  },
  {
    what: "a contract that imports the server",
    file: "packages/contract/src/events.ts",
    text: `export { log } from "../../server/src/log.ts";`,
    reason: "../../server/src/log.ts: contract may not import server/log.ts",
  },
  {
    what: "a dashboard that imports the server",
    file: "packages/dashboard/src/resources/events/queries.ts",
    text: `import { Event } from "@posthorn/server/store/events";`,
    reason: "@posthorn/server/store/events: dashboard/resources may not import server/store",
  },
  {
    what: "a screen that imports another",
    file: "packages/dashboard/src/screens/events/panel.tsx",
    text: `import { Row } from "../connections/row.tsx";`,
    reason: "../connections/row.tsx: screens never import each other",
  },
  {
    what: "a resource that imports a screen",
    file: "packages/dashboard/src/resources/events/badge.tsx",
    text: `import { EventsScreen } from "../../screens/events/events-screen.tsx";`,
    reason: "../../screens/events/events-screen.tsx: dashboard/resources may not import dashboard/screens",
  },
  {
    what: "a wrapper that knows the domain",
    file: "packages/dashboard/src/ui/badge.tsx",
    text: `import type { EventStatus } from "@posthorn/contract/events";`,
    reason: "@posthorn/contract/events: dashboard/ui may not import contract",
  },
  {
    what: "a forbidden import made later, by a call",
    file: "packages/dashboard/src/ui/badge.tsx",
    text: `const later = () => import("../resources/events/queries.ts");`,
    reason: "../resources/events/queries.ts: dashboard/ui may not import dashboard/resources",
  },
  {
    what: "a folder the table does not know",
    file: "packages/server/src/services/events.ts",
    text: ``,
    reason: "server/services/events.ts is in no folder that the table in check-architecture.ts knows",
  },
  {
    what: "a name that says nothing",
    file: "packages/server/src/api/helpers.ts",
    text: ``,
    reason: '"helpers.ts" names no concept',
  },
  {
    what: "an index file",
    file: "packages/dashboard/src/ui/index.ts",
    text: `export * from "./button.tsx";`,
    reason: expect.stringContaining("an index file hides where things are"),
  },
  {
    what: "test equipment in the product",
    file: "packages/server/src/main.mjs",
    text: `import { freshDatabase } from "./testing/fresh-database.ts";`,
    reason: "./testing/fresh-database.ts: only tests may use testing/",
  },
])("$what is refused", ({ file, text, reason }) => {
  expect(reasonsFor(file, text)).toEqual([reason]);
});

test.each([
  {
    what: "the pipeline uses store, outbound and contract",
    file: "packages/server/src/pipeline/send/http.ts",
    text: `import { dial } from "../../outbound/dial.ts";
import {
  claimDueEvents,
} from "../../store/events.ts";
import type { Event } from "@posthorn/contract/events";
import { log } from "../../log.ts";`,
  },
  {
    what: "a stage uses the next one, and what travels through all of them",
    file: "packages/server/src/pipeline/ingest/intake.ts",
    text: `import type { Router } from "../route/router.ts";\nimport type { Delivery } from "../delivery.ts";
import { answer } from "./answers.ts";`,
  },
  {
    what: "a rejected request goes through admission once more",
    file: "packages/server/src/pipeline/route/retry-request.ts",
    text: `import { admit } from "../ingest/admission.ts";\nimport type { Reroute } from "./reroute.ts";`,
  },
  {
    what: "a test may use test equipment and a socket",
    file: "packages/server/src/pipeline/send/http.db.test.ts",
    text: `import { freshDatabase } from "../../testing/fresh-database.ts";\nimport { createServer } from "node:net";`,
  },
  {
    what: "a comment about a forbidden thing is no import",
    file: "packages/server/src/api/events/retry.ts",
    text: `// import { Agent } from "undici";\n/* process.env */`,
  },
])("$what", ({ file, text }) => {
  expect(reasonsFor(file, text)).toEqual([]);
});
