/**
 * Who reads which metrics at /metrics?
 *
 * A scraper, with a token: the operator's token opens the health of this process, and the token of a project's
 * Prometheus integration that project's counters. A browser gets the dashboard's page of the same address. Under which
 * host name a scraper asks does not matter: without a token it learns nothing.
 */
import type { FastifyInstance } from "fastify";
import { presentsToken } from "../access/operator-token.ts";
import { presentedKey } from "../access/presented-key.ts";
import { EXPOSITION_CONTENT_TYPES, exposition, formatAskedFor } from "../metrics/exposition.ts";
import type { MetricFamily } from "../metrics/families.ts";
import { readProjectMetrics } from "../metrics/project-metrics.ts";
import { findProjectOfToken } from "../store/team-integrations.ts";
import type { ApiDeps } from "./api-deps.ts";
import { ApiError } from "./api-error.ts";
import { sendDashboard } from "./dashboard-files.ts";
import { inTurn } from "./read-turns.ts";
import { isScrape } from "./request-path.ts";
import { METRICS_PATH, NO_METRICS_TOKEN } from "./scrape.ts";

const TOO_MANY_SCRAPES = "Too many scrapes of this project at the same time, try again in a moment";

export function serveScrapes(app: FastifyInstance, { db, reads, health, dashboardDir }: ApiDeps): void {
  async function familiesFor(authorization: string | undefined): Promise<readonly MetricFamily[] | null> {
    if (health && presentsToken(authorization, health.token)) return health.read();
    const token = presentedKey(authorization ?? "");
    if (token === null) return null;
    const team_id = await findProjectOfToken(db, token);
    if (team_id === null) return null;
    return inTurn(reads, team_id, TOO_MANY_SCRAPES, () => readProjectMetrics(db, team_id, Date.now()));
  }

  app.get(METRICS_PATH, async (request, reply) => {
    if (!isScrape(request.raw)) return sendDashboard(request, reply, dashboardDir);
    const families = await familiesFor(request.headers.authorization);
    if (!families) {
      void reply.header("www-authenticate", 'Bearer realm="metrics"');
      throw new ApiError("UNAUTHORIZED", {}, { message: NO_METRICS_TOKEN });
    }
    const format = formatAskedFor(request.headers.accept);
    return reply
      .header("cache-control", "no-store")
      .header("content-type", EXPOSITION_CONTENT_TYPES[format])
      .send(exposition(families, format));
  });
}
