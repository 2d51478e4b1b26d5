/**
 * How did an AWS signature get its region and service in 2024?
 *
 * Callers did not have to send them: both were read from the destination's URL if it was one of AWS. These versions
 * still do that, unless the caller sends them. For other URLs the caller has to.
 */
import { DestinationInput, updateDestination } from "@posthorn/contract/destinations";
import type { Change, Difference, Fields } from "./difference.ts";

/** `sqs.eu-west-1.amazonaws.com`, `x.execute-api.eu-west-1.amazonaws.com`, `x.lambda-url.eu-west-1.on.aws`. */
const AWS_HOST = /(?:^|\.)([a-z][a-z0-9-]*)\.([a-z]{2}(?:-[a-z]+)+-\d)\.(?:amazonaws\.com(?:\.cn)?|on\.aws)$/;
/** Host labels that differ from the service name in the signature. */
const SERVICES: Readonly<Record<string, string>> = { "lambda-url": "lambda" };

export function regionOf(url: string): { service: string; region: string } | null {
  const [, service, region] = AWS_HOST.exec(new URL(url).hostname) ?? [];
  return service && region ? { service: SERVICES[service] ?? service, region } : null;
}

/** Runs after `destination-url`. */
function receive(destination: Fields): Fields {
  const { url, auth_method } = destination as { url?: string | null; auth_method?: Fields | null };
  if (!url || auth_method?.["type"] !== "AWS_SIGNATURE") return destination;
  const config = { ...regionOf(url), ...(auth_method["config"] as Fields | null) };
  return { ...destination, auth_method: { ...auth_method, config } };
}

export const awsRegion: Difference = {
  name: "aws-region",
  summary:
    "The `region` and `service` of an AWS signature need not be given where the `url` is one of AWS: they are read from it",
  changes: [DestinationInput, updateDestination.body].map((of): Change => ({
    of,
    receive,
  })),
};
