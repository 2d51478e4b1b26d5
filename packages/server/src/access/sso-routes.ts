/**
 * How does a person sign in at their organization's identity provider, and how does the owner try that?
 *
 * The mail domain of an address names the organization. The browser goes to the provider and comes back to a page of ours
 * (with SAML, by a form that ../api/sso/saml-edge.ts receives), which hands over what the provider has said. Each sign-on is finished once, within ten minutes, and in the browser in which
 * it began. The provider decides about second factors, so this sign-in asks for no code.
 */
import { domainOfAddress } from "@posthorn/contract/hostnames";
import { internalId } from "@posthorn/contract/ids";
import { SSO_PATHS } from "@posthorn/contract/sso-paths";
import type { Log } from "../log.ts";
import { changesOf } from "../store/audit-entries.ts";
import type { Database } from "../store/database.ts";
import { beginLogin, forgiveAccount } from "../store/login-failures.ts";
import { findMembership } from "../store/members.ts";
import type { Sealer } from "../store/seal.ts";
import { insertSsoAttempt, type SsoAttempt, takeSsoAttempt } from "../store/sso-attempts.ts";
import {
  findSsoConnection,
  findSsoOfDomain,
  recordSsoTest,
  type SsoConnectionRow,
  ssoSecretRow,
} from "../store/sso-connections.ts";
import type { Person } from "./account.sql.ts";
import { emailMistake, textField } from "./auth-input.ts";
import { invalidField, refusal, tooManyRequests, type AuthReply } from "./auth-reply.ts";
import {
  identityHeaders,
  shownUser,
  type AuthCall,
  type AuthRoute,
  type SignedInUser,
} from "./auth-routes.ts";
import { throttledAddress } from "./client-address.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import type { Identity } from "./identity.ts";
import { accepted, type OwnAccount } from "./own-account.ts";
import { originOf } from "./recorded-auth.ts";
import { cookiesOf } from "./session-cookie.ts";
import { admitSsoPerson } from "./sso-admission.ts";
import type { SsoCookie } from "./sso-cookie.ts";
import { type SsoClient, type SsoFound, type SsoPerson, type SsoProviders, stateIn } from "./sso-provider.ts";
import type { SsoUrls } from "./sso-urls.ts";

export interface SsoRoutesDeps extends Pick<OwnAccount, "signedIn"> {
  db: Database;
  identity: () => Promise<Identity>;
  sealer: Pick<Sealer, "open">;
  providers: SsoProviders;
  cookie: SsoCookie;
  devices: DeviceCookie;
  urlsOf: (organization_id: string) => SsoUrls;
  personOf: (headers: AuthCall["headers"]) => Promise<Person | null>;
  log: Log;
}

const BY_ITSELF = { kind: "product", user_id: null, api_key_id: null } as const;

/** By their path below /auth; all are POST. */
export function createSsoRoutes(deps: SsoRoutesDeps): [string, AuthRoute][] {
  const { db, identity, sealer, providers, cookie, devices, urlsOf, personOf, log, signedIn } = deps;

  function clientOf(row: SsoConnectionRow): SsoClient {
    const { organization_id, issuer } = row;
    const { redirect_url, entity_id } = urlsOf(organization_id);
    if (row.kind === "saml") {
      const { sign_in_url, certificates } = row;
      return { kind: "saml", organization_id, issuer, sign_in_url, certificates, redirect_url, entity_id };
    }
    const { client_id, client_secret: sealed } = row;
    const client_secret = sealer.open(sealed, "sso_connections.client_secret", ssoSecretRow(organization_id));
    return { kind: "oidc", organization_id, issuer, client_id, client_secret, redirect_url };
  }

  async function sendToProvider(
    connection: SsoConnectionRow,
    tester_id: string | null,
    email: string,
  ): Promise<AuthReply> {
    const begun = await providers.begin(clientOf(connection), email);
    if ("refused" in begun) return refusal(begun.refused.code, { message: begun.refused.message });
    const { organization_id } = connection;
    await insertSsoAttempt(db, begun.secrets.state, { organization_id, tester_id });
    return { status: 200, body: { url: begun.url }, cookies: [cookie.write(begun.secrets)] };
  }

  /**
   * Each beginning counts as a failure of this address and place until it has led to a sign-in. So a stranger elsewhere
   * closes the way for nobody, and neither does a whole office that begins at nine.
   */
  async function begin(call: AuthCall): Promise<AuthReply> {
    const email = textField(call.body, "email").trim().toLowerCase();
    const mistake = emailMistake(email);
    if (mistake) return invalidField(mistake);
    const admission = await beginLogin(db, {
      kind: "sign_in",
      account: placeOf(call, email),
      address: throttledAddress(call.address),
    });
    if (!admission.admitted) return tooManyRequests(admission.retry_after_s);
    const connection = await findSsoOfDomain(db, domainOfAddress(email));
    return connection ? sendToProvider(connection, null, email) : refusal("SSO_NOT_SET_UP");
  }

  async function beginTest({ body }: AuthCall, { user_id, email }: Person): Promise<AuthReply> {
    const organization_id = organizationIn(body);
    const membership = organization_id && (await findMembership(db, { user_id, organization_id }));
    if (!organization_id || !membership) return refusal("NOT_FOUND");
    if (membership.role !== "owner") return refusal("FORBIDDEN");
    const connection = await findSsoConnection(db, organization_id);
    return connection ? sendToProvider(connection, user_id, email) : refusal("NOT_FOUND");
  }

  async function finish(call: AuthCall): Promise<AuthReply> {
    const startedAtMs = performance.now();
    const answer = new URLSearchParams(textField(call.body, "answer"));
    const secrets = cookie.read(call.headers.cookie);
    const isOurs = secrets !== null && stateIn(answer) === secrets.state;
    const attempt = isOurs ? await takeSsoAttempt(db, secrets.state) : null;
    // A connection has a redirect URL of its own, so no provider can pass its answer off as another one's.
    const connection =
      attempt?.organization_id === organizationIn(call.body)
        ? attempt && (await findSsoConnection(db, attempt.organization_id))
        : null;
    if (!secrets || !attempt || !connection) return refusal("SSO_EXPIRED");
    const found = await providers.finish(clientOf(connection), secrets, answer);
    const reply =
      "refused" in found
        ? refusal(found.refused.code, { message: found.refused.message })
        : attempt.tester_id === null
          ? await signIn(call, connection, found.person)
          : await recordTest(call, connection, attempt, found, performance.now() - startedAtMs);
    return { ...reply, cookies: [...(reply.cookies ?? []), cookie.clear] };
  }

  async function signIn(call: AuthCall, connection: SsoConnectionRow, person: SsoPerson): Promise<AuthReply> {
    const { organization_id } = connection;
    // Nobody adds the members who come for the first time: the setting does.
    const byItself = changesOf(db, BY_ITSELF, originOf(call, `POST /auth${SSO_PATHS.finish}`));
    const admission = await admitSsoPerson(byItself, connection, person);
    if (typeof admission === "string") {
      log.info("sso.refused", { organization_id, code: admission });
      return refusal(admission);
    }
    const { id: user_id, email } = admission.person;
    const { api } = await identity();
    const response = await accepted(
      await api.openSsoSession({
        body: { user_id },
        headers: identityHeaders(call),
        asResponse: true,
      }),
    );
    await forgiveAccount(db, placeOf(call, email));
    log.info("sso.signed_in", { organization_id, user_id, has_joined: admission.has_joined });
    const device = devices.remember(devices.deviceOf(call.headers.cookie, email), email);
    // Our plugin's reply has the user.
    const user = shownUser((await response.json()) as SignedInUser);
    return { status: 200, body: { user }, cookies: [...cookiesOf(response), device] };
  }

  /** What has worked once is what people will use, so the address must be one that could sign in. */
  async function recordTest(
    call: AuthCall,
    connection: SsoConnectionRow,
    { tester_id }: SsoAttempt,
    { person: { verified_email: email }, certificate }: SsoFound,
    durationMs: number,
  ): Promise<AuthReply> {
    const tester = await personOf(call.headers);
    if (!tester || tester.user_id !== tester_id) return refusal("SSO_EXPIRED");
    if (email === null || emailMistake(email) !== null) return refusal("SSO_EMAIL_NOT_VERIFIED");
    const test = { email, duration_ms: Math.round(durationMs), certificate };
    if (!(await recordSsoTest(db, connection, test))) return refusal("SSO_EXPIRED");
    return { status: 200, body: { tested: true } };
  }

  return [
    [SSO_PATHS.begin, begin],
    [SSO_PATHS.beginTest, signedIn(beginTest)],
    [SSO_PATHS.finish, finish],
  ];
}

function organizationIn(body: AuthCall["body"]): string | null {
  return internalId("organization", textField(body, "organization_id"));
}

/** Takes the place of an email address, which has no space. */
function placeOf({ address }: AuthCall, email: string): string {
  return `single sign-on of ${email} from ${throttledAddress(address)}`;
}
