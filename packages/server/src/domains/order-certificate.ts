/**
 * How does Posthorn get the certificate of a domain?
 *
 * One turn takes an order as far as it gets without waiting: it begins one, publishes the proof, asks for the certificate,
 * and stores it. What the next turn needs is in the database before the authority hears of it. The authority's word and
 * the row decide what is next (next-order-step.ts), so any process can go on after a crash.
 */
import type { Log } from "../log.ts";
import {
  type AcmeAccess,
  type AcmeDirectory,
  type AuthorityChallenge,
  type AuthorityOrder,
  AuthorityRefused,
  AuthorityUnreachable,
} from "../outbound/acme.ts";
import type { DnsHook } from "../outbound/dns-hook.ts";
import type { DnsRecords } from "../outbound/dns-records.ts";
import { type AcmeAccount, acmeAccountAt, recordAccountUrl } from "../store/acme-accounts.ts";
import * as store from "../store/certificates.ts";
import type { Queryable } from "../store/database.ts";
import type { Sealer } from "../store/seal.ts";
import { problemOfProof, problemOfRefusal, shortDetail } from "./certificate-problem.ts";
import { nextLookAtOrderMs, nextOrderMs, renewalAtMs } from "./certificate-times.ts";
import { nextOrderStep } from "./next-order-step.ts";

/** Longer than one step: a command of the operator's, and a few calls. */
export const STEP_LEASE_MS = 3 * 60_000;
/** Name servers need a while for a new record. Then the authority decides: ours may not be those of the internet. */
const RECORD_SEEN_WITHIN_MS = 3 * 60_000;
/** If an order was gone so soon, the next one may be too. */
const YOUNG_ORDER_MS = 60_000;

export interface OrderingDeps {
  db: Queryable;
  log: Pick<Log, "info" | "warn" | "error">;
  sealer: Pick<Sealer, "open" | "seal">;
  directory: AcmeDirectory;
  directoryUrl: string;
  email: string | null;
  challenge: store.AcmeChallenge;
  /** How records get into DNS. Null only with http-01. */
  hook: DnsHook | null;
  dns: Pick<DnsRecords, "textsOf">;
}

export interface Ordering {
  /** Takes a claimed certificate as far as it gets. Throws only what has to do with neither authority nor DNS. */
  takeTurn: (due: store.DueCertificate) => Promise<void>;
}

/** Another process has the lease: whatever this one knows is old. */
class LeaseLost extends Error {}

function recordName(hostname: string): string {
  return `_acme-challenge.${hostname}`;
}

export function createOrdering(deps: OrderingDeps): Ordering {
  const { db, log, sealer, directory, directoryUrl, email, challenge: kind, hook, dns } = deps;
  let account: { row: AcmeAccount; access: AcmeAccess } | null = null;

  async function access(): Promise<AcmeAccess> {
    if (account) return account.access;
    const row = await acmeAccountAt(db, sealer, directoryUrl, directory.newKey);
    const opened = await directory.access(row);
    if (row.account_url === null) {
      const url = await opened.register({ email });
      await recordAccountUrl(db, row.id, url);
      log.info("certificate.account_registered", { directory_url: directoryUrl, account_url: url });
    }
    account = { row, access: opened };
    return opened;
  }

  /** The authority has forgotten the account: its key registers it again. */
  async function forgetAccount(): Promise<void> {
    const row = account?.row ?? (await acmeAccountAt(db, sealer, directoryUrl, directory.newKey));
    account = null;
    await recordAccountUrl(db, row.id, null);
  }

  /** Returns false when there is nothing to do before the next turn. */
  async function step(due: store.DueCertificate): Promise<boolean> {
    const authority = await access();
    if (due.order_url === null) {
      due.order_url = await authority.order(due.hostname);
      due.order_age_ms = 0;
      due.order_key = null;
      held(await store.beginOrder(db, due, due.order_url));
      log.info("certificate.ordered", about(due));
      return true;
    }
    const order = await authority.readOrder(due.order_url);
    const next = nextOrderStep(order, kind, {
      orderAgeMs: due.order_age_ms ?? 0,
      publishedToken: due.challenge_token,
      hasKey: due.order_key !== null,
    });
    switch (next.step) {
      case "prove":
        return prove(due, authority, next.challenge);
      case "finalize":
        await authority.finalize(order, await keyOf(due));
        return true;
      case "download":
        await keep(due, authority, order);
        return false;
      case "wait":
        await wait(due);
        return false;
      case "begin anew":
        await beginAnew(due);
        return false;
      case "give up": {
        const problem = next.why === "no such challenge" ? "operator" : problemOfProof(next.problem, kind);
        const why = next.why === "no such challenge" ? `The authority offers no ${kind}` : null;
        await fail(due, { problem, detail: next.problem?.detail ?? why, askedMs: null, keepsOrder: false });
        return false;
      }
    }
  }

  /** Returns true if the authority has been told that the proof is there. */
  async function prove(
    due: store.DueCertificate,
    authority: AcmeAccess,
    challenge: AuthorityChallenge,
  ): Promise<boolean> {
    if (due.challenge_token !== challenge.token || due.challenge !== kind) {
      await withdraw(due);
      due.challenge = kind;
      due.challenge_token = challenge.token;
      due.challenge_answer = await authority.answerTo(challenge);
      const { token } = challenge;
      held(await store.prepareChallenge(db, due, { challenge: kind, token, answer: due.challenge_answer }));
    }
    const name = recordName(due.hostname);
    const answer = due.challenge_answer ?? "";
    if (due.challenge_age_ms === null) {
      const failure = kind === "dns-01" && hook ? await hook.run("present", name, answer) : null;
      if (failure !== null) {
        await fail(due, { problem: "operator", detail: failure, askedMs: null, keepsOrder: true });
        return false;
      }
      held(await store.recordChallengePublished(db, due));
      due.challenge_age_ms = 0;
    }
    if (kind === "dns-01" && due.challenge_age_ms < RECORD_SEEN_WITHIN_MS) {
      const texts = await dns.textsOf(name);
      if (!texts?.includes(answer)) {
        await wait(due);
        return false;
      }
    }
    await authority.respond(challenge.url);
    await wait(due);
    return false;
  }

  async function keyOf(due: store.DueCertificate): Promise<string> {
    if (due.order_key) return sealer.open(due.order_key, "certificates.order_key", due);
    const key = await directory.newKey();
    due.order_key = sealer.seal(key, "certificates.order_key", due);
    held(await store.keepOrderKey(db, due, due.order_key));
    return key;
  }

  async function keep(
    due: store.DueCertificate,
    authority: AcmeAccess,
    order: AuthorityOrder,
  ): Promise<void> {
    const key = await keyOf(due);
    const { chain, issuedAt, expiresAt } = await authority.download(order, key);
    const lifetime = { issuedAtMs: issuedAt.getTime(), expiresAtMs: expiresAt.getTime() };
    await withdraw(due);
    held(
      await store.recordCertificate(db, due, {
        chain,
        key: sealer.seal(key, "certificates.key", due),
        issued_at: issuedAt,
        expires_at: expiresAt,
        renewed_at: new Date(renewalAtMs(lifetime, Math.random())),
      }),
    );
    const event = due.has_certificate ? "certificate.renewed" : "certificate.issued";
    log.info(event, { ...about(due), expires_at: expiresAt.toISOString() });
  }

  async function wait(due: store.DueCertificate): Promise<void> {
    held(await store.waitForStep(db, due, nextLookAtOrderMs(due.order_age_ms ?? 0)));
  }

  async function beginAnew(due: store.DueCertificate): Promise<void> {
    log.info("certificate.order_gone", about(due));
    await withdraw(due);
    const isYoung = (due.order_age_ms ?? 0) < YOUNG_ORDER_MS;
    held(await store.forgetOrder(db, due, isYoung ? YOUNG_ORDER_MS : 0));
  }

  async function fail(
    due: store.DueCertificate,
    failure: Pick<store.OrderFailure, "problem" | "keepsOrder"> & {
      detail: string | null;
      askedMs: number | null;
    },
  ): Promise<void> {
    const { problem, keepsOrder, askedMs } = failure;
    const detail = shortDetail(failure.detail);
    const waitMs = nextOrderMs(due.failures + 1, askedMs, Math.random());
    // A person must act only where the operator alone can.
    log[problem === "operator" ? "error" : "warn"]("certificate.failed", {
      ...about(due),
      problem,
      detail,
      failures: due.failures + 1,
      wait_s: Math.round(waitMs / 1_000),
    });
    if (!keepsOrder) await withdraw(due);
    held(await store.recordOrderFailure(db, due, { problem, detail, waitMs, keepsOrder }));
  }

  /** What stands in DNS for an order that is over would stand there for good. */
  async function withdraw(due: store.DueCertificate): Promise<void> {
    if (due.challenge === null) return;
    if (due.challenge === "dns-01") {
      const name = recordName(due.hostname);
      const failure = hook
        ? await hook.run("cleanup", name, due.challenge_answer ?? "")
        : "POSTHORN_ACME_DNS_HOOK is not set any more";
      if (failure !== null)
        log.warn("certificate.record_left", { ...about(due), name, detail: shortDetail(failure) });
    }
    held(await store.withdrawChallenge(db, due));
    due.challenge = due.challenge_token = due.challenge_answer = due.challenge_age_ms = null;
  }

  async function refused(due: store.DueCertificate, error: unknown): Promise<void> {
    if (error instanceof AuthorityUnreachable) {
      const cause = error.cause instanceof Error ? error.cause.message : error.message;
      return fail(due, { problem: "unreachable", detail: cause, askedMs: null, keepsOrder: true });
    }
    if (!(error instanceof AuthorityRefused)) throw error;
    const { status, type, detail, retryAfterMs } = error;
    if (type === "orderNotReady") return wait(due);
    if (status === 404 && due.order_url !== null) return beginAnew(due);
    if (type === "accountDoesNotExist") await forgetAccount();
    const problem = problemOfRefusal({ type, detail }, status);
    const keepsOrder = problem === "rate_limited" || problem === "unreachable";
    return fail(due, { problem, detail, askedMs: retryAfterMs, keepsOrder });
  }

  return {
    async takeTurn(claimed) {
      const due = { ...claimed };
      try {
        if (!due.is_wanted) {
          await withdraw(due);
          return await store.deleteCertificate(db, due);
        }
        try {
          while (await step(due)) held(await store.waitForStep(db, due, STEP_LEASE_MS));
        } catch (error) {
          await refused(due, error);
        }
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
      }
    },
  };
}

function held(isHeld: boolean): void {
  if (!isHeld) throw new LeaseLost("Another process has this certificate now");
}

function about({ id, team_id, hostname }: store.DueCertificate) {
  return { id, team_id, hostname };
}
