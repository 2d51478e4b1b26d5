/**
 * Where does Stripe say that something has happened?
 *
 * Outside the versions of the API, because Stripe calls it and no customer does. What proves the sender is the signature over
 * the bytes of the body, so they are read as they came. 400 says what is wrong to the operator, who reads it in Stripe's
 * dashboard. After any other failure Stripe sends the event again.
 */
import type { FastifyInstance } from "fastify";
import { CardProviderFailed } from "../../billing/card-provider.ts";
import { lookAgain } from "../../billing/look-again.ts";
import { newsOf } from "../../billing/stripe-event.ts";
import type { StripeProvider } from "../../billing/stripe-provider.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError } from "../api-error.ts";

export const STRIPE_EVENTS_PATH = "/billing/stripe/events";
/** Stripe's events have a few KiB. */
const EVENT_MAX_BYTES = 256 * 1024;

export function serveStripeEvents(
  app: FastifyInstance,
  stripe: StripeProvider,
  { db, log }: Pick<ApiDeps, "db" | "log">,
): void {
  app.register(async (events) => {
    events.removeAllContentTypeParsers();
    events.addContentTypeParser<Buffer>("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    events.post(STRIPE_EVENTS_PATH, { bodyLimit: EVENT_MAX_BYTES }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers["stripe-signature"];
      const read = await stripe.readEvent(body, Array.isArray(signature) ? undefined : signature);
      if ("refused" in read)
        throw new ApiError("BAD_REQUEST", { reason: read.refused }, { message: read.refused });
      const news = newsOf(read.event);
      const looked = news && (await lookAgain({ db, log, cards: stripe }, news).catch(asUnavailable));
      if (looked === "busy") throw new ApiError("UNAVAILABLE");
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}

/** A Stripe that is away is answered like a database that is away. */
function asUnavailable(thrown: unknown): never {
  if (!(thrown instanceof CardProviderFailed)) throw thrown;
  const error = new ApiError("UNAVAILABLE");
  error.cause = thrown.cause;
  throw error;
}
