/**
 * Who may do what? All of access, assembled for the API server.
 *
 * `start` founds the installation if the operator configured that; `stop` waits for mails that are being sent.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Account } from "@posthorn/contract/account";
import type { Session } from "@posthorn/contract/dashboard-api";
import { publicId } from "@posthorn/contract/ids";
import type { Config } from "../config.ts";
import { isLoopback } from "../config/addresses.ts";
import type { Log } from "../log.ts";
import { revokeCliKeysOf } from "../store/cli-keys.ts";
import type { Database, Queryable } from "../store/database.ts";
import type { IssuedInvitation } from "../store/invitations.ts";
import { hasUsers } from "../store/first-owner.ts";
import { openIdentityPool } from "../store/identity-pool.ts";
import { forgiveAccount } from "../store/login-failures.ts";
import type { Sealer } from "../store/seal.ts";
import type { ProductEvents } from "../product-events/product-events.ts";
import { readSessionOverview, type SessionOverview } from "../store/sessions.ts";
import { forgetTrustedBrowsers } from "../store/verifications.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { findPerson, readAccount, type Person } from "./account.sql.ts";
import { createApiKeyCheck, createPublisherCheck, type Publisher } from "./api-key-check.ts";
import { createAuthRoutes } from "./auth-routes.ts";
import {
  createAuthenticate,
  createAuthenticatePerson,
  type Authentication,
  type SignedIn,
} from "./authenticate.ts";
import { clientAddress, connectionOwner, parseProxyRanges } from "./client-address.ts";
import { createDeviceCookie } from "./device-cookie.ts";
import { createFoundInstallation, foundFromBootstrap } from "./found-installation.ts";
import { createHandleAuth } from "./handle-auth.ts";
import { loadIdentity, type Identity } from "./identity.ts";
import { createHostCheck } from "./known-host.ts";
import { confirmEmailUrl, emailChangeLetter } from "../mail/email-change.ts";
import { invitationLetter, invitationUrl } from "../mail/invitation.ts";
import { type Letter, writeLetter } from "../mail/letter.ts";
import { passwordResetLetter, passwordResetUrl } from "../mail/password-reset.ts";
import { passwordChangedNotice } from "../mail/security-notices.ts";
import type { GuardedFetch } from "../outbound/guarded-fetch.ts";
import type { Mail } from "../outbound/mail.ts";
import { createOwnAccount } from "./own-account.ts";
import { createPasskeyRoutes } from "./passkey-routes.ts";
import { createTwoFactorRoutes } from "./two-factor-routes.ts";
import { allowedOrigins, originAllowed } from "./origin.ts";
import { createRecordedAuth } from "./recorded-auth.ts";
import { COSTLY_PASSWORDS, type Passwords } from "./passwords.ts";
import { isSecure, sessionCookieName, sessionToken } from "./session-cookie.ts";
import { createSsoCookie } from "./sso-cookie.ts";
import { createSsoProviders, type SsoProviders } from "./sso-provider.ts";
import { createSsoRoutes } from "./sso-routes.ts";
import { ssoUrlsOf, type SsoUrls } from "./sso-urls.ts";

export interface AccessDeps {
  db: Database;
  /** For the keys of publishers: whoever publishes must not wait behind callers of the API. */
  publishersDb: Queryable;
  databaseUrl: string;
  config: Pick<Config, "host" | "publicUrl" | "allowedHosts" | "trustedProxies" | "bootstrap">;
  log: Log;
  sealer: Sealer;
  /**
   * Null: on loopback the links to an account are printed in the log, for the operator to pass on; elsewhere there are
   * none. An invitation opens no account, so its link goes to the person who invites, and into no log.
   */
  mail: Mail | null;
  /** Tells the operator's receiver who signs up. Null: the operator has set none. */
  productEvents: Pick<ProductEvents, "record"> | null;
  /** How identity providers are called. */
  fetch: GuardedFetch;
  /** How many connections sign-in may open; all that it can use, if left out. */
  identityConnections?: number;
  /** Cheaper ones are for tests that sign in often. */
  passwords?: Passwords;
}

export interface Access {
  start: () => Promise<void>;
  stop: () => Promise<void>;
  authenticate: (headers: IncomingHttpHeaders) => Promise<Authentication>;
  /** For what concerns a person or an organization rather than a project. */
  authenticatePerson: (headers: IncomingHttpHeaders) => Promise<SignedIn>;
  /** Who publishes with the API key in this header; null if the key is unknown. */
  publisherOf: (authorization: string) => Promise<Publisher | null>;
  /** Makes this process forget the keys of a deleted project, so that they stop working at once. */
  forgetKeysOf: (team_id: string) => void;
  /** A node handler for everything below /auth; the body must still be unread. */
  handleAuth: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Returns whether this installation still waits for its first owner. */
  setupNeeded: () => Promise<boolean>;
  hasMailServer: boolean;
  /** Returns before the message is sent. Without a mail server it sends none, and returns the link. */
  sendInvitation: (invitation: IssuedInvitation) => string | null;
  /** Returns null without a session. */
  sessionView: (
    headers: IncomingHttpHeaders,
  ) => Promise<Omit<Session, "filter_completion" | "provider_fetches" | "is_tracking"> | null>;
  /** Returns null without a session. */
  accountView: (headers: IncomingHttpHeaders) => Promise<Account | null>;
  /** Must be checked before every change that is not authenticated with a key. */
  originAllowed: (headers: IncomingHttpHeaders) => boolean;
  /** Null: an identity provider answers at this address. */
  ssoProviderRefusal: SsoProviders["refusalOf"];
  /** What the identity provider of an organization must know of us. */
  ssoUrls: (organization_id: string) => SsoUrls;
  /** Where Posthorn itself is reached without TLS, identity providers may be, too. */
  isHttpAllowed: boolean;
  /** Must be checked before every answer to a request on the dashboard's port, except health checks. */
  hostKnown: (host: string | undefined) => boolean;
  clientAddress: (request: IncomingMessage) => string;
  /** The client to which a connection from this address belongs; null for a trusted proxy. */
  connectionOwner: (address: string | undefined) => string | null;
}

export function createAccess(deps: AccessDeps): Access {
  const {
    db,
    publishersDb,
    databaseUrl,
    config,
    log,
    sealer,
    mail,
    productEvents,
    fetch,
    identityConnections,
    passwords = COSTLY_PASSWORDS,
  } = deps;
  const secret = sealer.derive("sessions");
  const cookieName = sessionCookieName(config.publicUrl);
  const devices = createDeviceCookie(config.publicUrl, sealer.derive("devices"));
  const origins = allowedOrigins(config.publicUrl);
  const proxies = parseProxyRanges(config.trustedProxies);
  const pool = openIdentityPool(
    databaseUrl,
    (error) => log.warn("identity.connection_lost", { error }),
    identityConnections,
  );
  const hasMailServer = mail !== null;
  /** A log of a server is read by more people than may take over an account. */
  const canSendLinks = hasMailServer || isLoopback(config.host);
  const onTheirWay = new Set<Promise<void>>();
  const ssoProviders = createSsoProviders({ fetch, isHttpAllowed: !isSecure(config.publicUrl), log });
  const ssoUrls = (organization_id: string) => ssoUrlsOf(config.publicUrl, organization_id);

  const sessionTokenIn = (headers: IncomingHttpHeaders) => sessionToken(headers.cookie, cookieName, secret);
  const addressOf = (request: IncomingMessage) =>
    clientAddress(request.headers, request.socket.remoteAddress, proxies);
  const mayChange = (headers: IncomingHttpHeaders) => originAllowed(headers, origins);

  let isFounded = false;
  async function setupNeeded(): Promise<boolean> {
    isFounded ||= await hasUsers(db); // once founded it stays so: the last owner cannot be removed
    return !isFounded;
  }

  /** Returns before the mail is sent. */
  function post(to: string, letter: Letter): void {
    if (!mail) return;
    const sending = mail
      .send({ to: [to], ...writeLetter(letter) })
      .catch((error: unknown) => log.error("mail.failed", { error }))
      .finally(() => onTheirWay.delete(sending));
    onTheirWay.add(sending);
  }

  // Without a mail server nothing else carries these links, so every log level has them: a person must pass them on.
  function sendResetLink({ email, token }: { email: string; token: string }): void {
    const url = passwordResetUrl(config.publicUrl, token);
    if (!mail) return log.error("password_reset.link", { email, url });
    post(email, passwordResetLetter(url));
  }

  function sendEmailLink({ email, link }: { email: string; link: string }): void {
    const url = confirmEmailUrl(config.publicUrl, link);
    if (!mail) return log.error("email_change.link", { email, url });
    post(email, emailChangeLetter(url));
  }

  function sendInvitation(invitation: IssuedInvitation): string | null {
    const url = invitationUrl(config.publicUrl, invitation);
    if (!hasMailServer) return url;
    post(invitation.email, invitationLetter(invitation, url));
    return null;
  }

  let loading: Promise<Identity> | undefined;
  function identity(): Promise<Identity> {
    loading ??= loadIdentity({
      publicUrl: config.publicUrl,
      pool,
      secret,
      log,
      passwords,
      sendResetLink,
      async onPasswordReset({ id, email }) {
        await revokeCliKeysOf(db, id);
        await forgetTrustedBrowsers(db, id);
        await forgiveAccount(db, email);
        await recordPasswordReset(id);
        post(email, passwordChangedNotice(email));
      },
    });
    return loading;
  }

  async function personOf(headers: IncomingHttpHeaders) {
    const token = sessionTokenIn(headers);
    return token === null ? null : findPerson(db, token);
  }

  const { recorded, recordPasswordReset } = createRecordedAuth({ db, personOf });

  async function codesLeftOf({ user_id }: Person): Promise<number> {
    const { api } = await identity();
    return (await api.viewBackupCodes({ body: { userId: user_id } })).backupCodes.length;
  }

  function authRoutes() {
    const own = createOwnAccount({ db, identity, personOf, devices });
    const usual = { db, identity, notify: post, ...own };
    const routes = [
      ...createAuthRoutes({
        db,
        identity,
        setupNeeded,
        foundInstallation,
        passwords,
        devices,
        canSendLinks,
        productEvents,
      }),
      ...createAccountRoutes({ ...usual, canSendLinks, sendEmailLink }),
      ...createTwoFactorRoutes({ ...usual, sessionCookieName: cookieName }),
      ...createPasskeyRoutes({ ...usual, devices, sessionCookieName: cookieName }),
      ...createSsoRoutes({
        db,
        identity,
        sealer,
        providers: ssoProviders,
        cookie: createSsoCookie(config.publicUrl),
        devices,
        urlsOf: ssoUrls,
        personOf,
        log,
        signedIn: own.signedIn,
      }),
    ];
    return new Map(routes.map(recorded));
  }

  const checkApiKey = createApiKeyCheck(db);
  const authenticate = createAuthenticate({ db, checkApiKey, sessionTokenIn });
  const checkPublishersKey = createApiKeyCheck(publishersDb);
  const foundInstallation = createFoundInstallation({ db, sealer, log, passwords });
  return {
    async start() {
      if (!canSendLinks) log.warn("mail.not_configured", { setting: "POSTHORN_SMTP_URL" });
      await foundFromBootstrap(config.bootstrap, db, foundInstallation);
    },
    async stop() {
      await Promise.all(onTheirWay);
      await pool.end();
    },
    authenticate,
    authenticatePerson: createAuthenticatePerson({ db, sessionTokenIn, authenticate }),
    publisherOf: createPublisherCheck(checkPublishersKey),
    forgetKeysOf(team_id) {
      checkApiKey.forgetKeysOf(team_id);
      checkPublishersKey.forgetKeysOf(team_id);
    },
    hasMailServer,
    sendInvitation,
    handleAuth: createHandleAuth({
      routes: authRoutes(),
      addressOf,
      originAllowed: mayChange,
      log,
    }),
    setupNeeded,
    async sessionView(headers) {
      const token = sessionTokenIn(headers);
      const overview = token && (await readSessionOverview(db, token));
      if (!overview) return null;
      const { user, is_invited, organizations, projects } = overview;
      return {
        user,
        is_invited,
        organizations: organizations.map((one) => ({
          id: publicId("organization", one.id),
          name: one.name,
          role: one.role,
          plan: one.plan,
          uses_sso: one.uses_sso,
          is_sso_user: one.is_sso_user,
          has_directory: one.has_directory,
        })),
        projects: projects.map(shownProject),
      };
    },
    async accountView(headers) {
      const person = await personOf(headers);
      if (!person) return null;
      const { two_factor_since: since, ...account } = await readAccount(db, person);
      return {
        ...account,
        two_factor: since === null ? null : { since, recovery_codes_left: await codesLeftOf(person) },
        can_send_mail: canSendLinks,
      };
    },
    originAllowed: mayChange,
    ssoProviderRefusal: ssoProviders.refusalOf,
    ssoUrls,
    isHttpAllowed: !isSecure(config.publicUrl),
    hostKnown: createHostCheck(config),
    clientAddress: addressOf,
    connectionOwner: (address) => connectionOwner(address, proxies),
  };
}

function shownProject(project: SessionOverview["projects"][number]): Session["projects"][number] {
  return {
    ...project,
    id: publicId("project", project.id),
    organization_id: publicId("organization", project.organization_id),
  };
}
