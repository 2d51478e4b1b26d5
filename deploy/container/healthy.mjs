/**
 * Is the Posthorn in this container ready?
 *
 * The container's health check: ends with 0 if it is. It asks the port that this process listens on, whatever its roles are.
 * Plain JavaScript without packages, because it starts every few seconds.
 */
const { POSTHORN_PORT, POSTHORN_INGEST_PORT, POSTHORN_METRICS_PORT, POSTHORN_ROLES } = process.env;
const ANSWER_WITHIN_MS = 4_000;

const roles = (POSTHORN_ROLES?.trim() || "all").split(",").map((role) => role.trim());
/** @type {(...names: string[]) => boolean} */
const hasRole = (...names) => roles.some((role) => names.includes(role));
const port = hasRole("all", "api")
  ? POSTHORN_PORT?.trim() || "4400"
  : hasRole("ingest")
    ? POSTHORN_INGEST_PORT?.trim() || "4401"
    : POSTHORN_METRICS_PORT?.trim();

if (!port) {
  process.stdout.write(
    "A process with the role worker alone has no port: set POSTHORN_METRICS_PORT for health checks.\n",
  );
} else {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((error) => error);
  process.stdout.write(`${answer.status ?? String(answer.cause ?? answer)}\n`);
  if (answer.status !== 200) process.exitCode = 1;
}
