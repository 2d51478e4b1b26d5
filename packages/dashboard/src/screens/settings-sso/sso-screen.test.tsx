import type { SingleSignOn, SsoConnection, SsoDomain } from "@posthorn/contract/sso";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { chooseCurrentProject } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { browser } from "../../resources/session/single-sign-on.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SsoScreen } from "./sso-screen.tsx";

const AT = "/settings/organization/single-sign-on";
const SSO = "/dashboard-api/organizations/org_1/sso";

let api: TestApi;
const { goTo } = browser;
afterEach(() => {
  api.restore();
  browser.goTo = goTo;
  chooseCurrentProject(null);
});

const CONNECTION: SsoConnection = {
  kind: "oidc",
  issuer: "https://id.example.com",
  client_id: "0oa7k2posthorn",
  default_role: "viewer",
  mode: "off",
  mode_since: "2026-11-02T09:00:00.000Z",
  tested: null,
};
const TESTED = { at: "2026-11-15T14:20:11.000Z", email: "ada@acme.dev", duration_ms: 640 };

const NO_DIRECTORY = { base_url: "https://hooks.example.com/scim/v2", directory: null };

function aDomain(domain: string, change: Partial<SsoDomain> = {}): SsoDomain {
  return {
    id: `sdm_${domain}`,
    domain,
    status: "proven",
    record: { name: `_posthorn.${domain}`, value: "ph-verify=q7Hn2VdX0cRw" },
    finding: "found",
    checked_at: null,
    members: 31,
    created_at: "2026-11-14T14:00:00.000Z",
    ...change,
  };
}

function anSso(change: Partial<SingleSignOn> = {}): SingleSignOn {
  return {
    redirect_url: "https://hooks.example.com/sso/org_1",
    entity_id: "https://hooks.example.com/sso/org_1/metadata",
    connection: null,
    domains: [],
    covered_members: 30,
    other_members: 3,
    ...change,
  };
}

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: AT, component: SsoScreen }),
    createRoute({ getParentRoute: () => app, path: "settings/account/profile" }),
  ];
}

async function open(sso: SingleSignOn, answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("owner"),
    [`GET ${SSO}`]: sso,
    "GET /dashboard-api/organizations/org_1/directory": NO_DIRECTORY,
    ...answers,
  });
  chooseCurrentProject("tm_1");
  return (await openScreen(AT, routes)).screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (message: string, status = 422, code = "UNPROCESSABLE_ENTITY") =>
  Response.json({ code, status, message, data: [message] }, { status });

test("at first it asks for the connection, and neither switch can be pressed", async () => {
  const screen = await open(anSso());

  await expect
    .element(screen.getByRole("textbox", { name: "Redirect URL" }))
    .toHaveValue("https://hooks.example.com/sso/org_1");
  const on = screen.getByRole("switch", { name: "Single sign-on is off" });
  await expect.element(on).toHaveAttribute("aria-disabled", "true");
  await expect.element(on).toHaveAttribute("data-tooltip", "Connect the identity provider first.");
  await expect
    .element(screen.getByRole("switch", { name: "Require single sign-on" }))
    .toHaveAttribute("data-tooltip", "Turn single sign-on on first.");
  await expect.element(screen.getByRole("button", { name: "Remove connection…" })).not.toBeInTheDocument();
});

test("the connection is checked, saved, and refused with the server's words at the field", async () => {
  const screen = await open(anSso(), {
    [`PUT ${SSO}`]: () =>
      refused("issuer cannot be used: The identity provider could not be reached. Try again."),
  });
  const issuer = screen.getByRole("textbox", { name: "Issuer" });
  await issuer.fill(" ");
  await screen.getByRole("textbox", { name: "Client ID" }).fill("0oa7k2posthorn");
  await expect.element(issuer).toHaveAccessibleDescription("Required");

  await issuer.fill("https://id.example.com");
  await screen.getByLabelText("Client secret", { exact: true }).fill("s3cret");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect
    .element(issuer)
    .toHaveAccessibleDescription("Cannot be used: The identity provider could not be reached. Try again.");

  const saved = anSso({ connection: CONNECTION });
  api.answers[`PUT ${SSO}`] = () => (api.answers[`GET ${SSO}`] = saved);
  await issuer.fill("https://id.example.com/");
  await screen.getByRole("combobox", { name: "Role of new people" }).selectOptions("viewer");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Not tested yet")).toBeVisible();
  expect(sent(`PUT ${SSO}`).at(-1)).toEqual({
    issuer: "https://id.example.com/",
    client_id: "0oa7k2posthorn",
    client_secret: "s3cret",
    default_role: "viewer",
  });
});

test("the stored secret stays when it is left out", async () => {
  const screen = await open(anSso({ connection: CONNECTION }), {
    [`PUT ${SSO}`]: anSso({ connection: CONNECTION }),
  });

  await screen.getByRole("textbox", { name: "Client ID" }).fill("another");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect
    .poll(() => sent(`PUT ${SSO}`))
    .toEqual([expect.objectContaining({ client_id: "another", client_secret: null })]);
});

test("a test leaves for the provider, or says why it cannot", async () => {
  const gone: string[] = [];
  browser.goTo = (url) => void gone.push(url);
  const screen = await open(anSso({ connection: CONNECTION }), {
    "POST /auth/sso/test": () =>
      refused("The identity provider could not be reached. Try again.", 422, "SSO_PROVIDER_FAILED"),
  });

  await screen.getByRole("button", { name: "Test sign-on" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("The test could not beginThe identity provider could not be reached. Try again.");
  api.answers["POST /auth/sso/test"] = { url: "https://id.example.com/authorize?state=1" };
  await screen.getByRole("button", { name: "Test sign-on" }).click();

  await expect.poll(() => gone).toEqual(["https://id.example.com/authorize?state=1"]);
  expect(sent("POST /auth/sso/test")).toEqual([{ organization_id: "org_1" }, { organization_id: "org_1" }]);
});

test("a test that worked says who came back", async () => {
  const screen = await open(
    anSso({ connection: { ...CONNECTION, tested: TESTED }, domains: [aDomain("acme.dev")] }),
  );

  await expect.element(screen.getByText(/^Test sign-on worked in 640 ms/)).toBeVisible();
  await expect.element(screen.getByText("ada@acme.dev came back.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Test again" })).toBeVisible();
});

test("a pending domain shows its record and what the last look has found; a proven one neither", async () => {
  const pending = aDomain("acme.io", { status: "pending", finding: "wrong", members: 1 });
  const screen = await open(anSso({ domains: [aDomain("acme.dev"), pending] }), {
    [`POST ${SSO}/domains/sdm_acme.io/check`]: () => {
      api.answers[`GET ${SSO}`] = anSso({ domains: [aDomain("acme.dev"), aDomain("acme.io")] });
      return aDomain("acme.io");
    },
  });
  const [first, second] = [screen.getByRole("listitem").nth(0), screen.getByRole("listitem").nth(1)];
  await expect.element(first).toHaveTextContent(/^acme\.dev31 of 34 membersVerified$/);
  await expect.element(second).toHaveTextContent(/1 of 34 membersPending.*has another value than this one/);
  await expect
    .element(screen.getByRole("button", { name: "Copy the value of the TXT record of acme.io" }))
    .toBeVisible();

  await screen.getByRole("button", { name: "Check now" }).click();

  await expect.element(screen.getByText("acme.io is verified")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Check now" })).not.toBeInTheDocument();
});

test("a domain is checked before it is sent, added, and removed after a question", async () => {
  const screen = await open(anSso(), {
    [`POST ${SSO}/domains`]: () => {
      api.answers[`GET ${SSO}`] = anSso({
        domains: [aDomain("acme.dev", { status: "pending", finding: "unchecked" })],
      });
      return aDomain("acme.dev");
    },
    [`DELETE ${SSO}/domains/sdm_acme.dev`]: () => refused("This is the last proven mail domain."),
  });
  const field = screen.getByRole("textbox", { name: "Mail domain" });
  const add = screen.getByRole("button", { name: "Add domain" });
  await add.click();
  await expect.element(field).toHaveAccessibleDescription("Required");
  await field.fill("ada@acme.dev");
  await add.click();
  await expect
    .element(field)
    .toHaveAccessibleDescription("This is not a mail domain. Enter the part of an address after the @.");
  expect(sent(`POST ${SSO}/domains`)).toEqual([]);
  await field.fill("acme.dev");
  await add.click();
  await expect
    .element(screen.getByText("Add this record at your DNS provider, then check it."))
    .toBeVisible();

  await screen.getByRole("button", { name: "Remove acme.dev" }).click();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect.element(screen.getByText("This is the last proven mail domain.")).toBeVisible();
});

const inMode = (mode: SsoConnection["mode"]) =>
  anSso({ connection: { ...CONNECTION, tested: TESTED, mode }, domains: [aDomain("acme.dev")] });

test("it is turned on, and required after a question that says who is signed out", async () => {
  const screen = await open(inMode("off"), {
    [`PUT ${SSO}/mode`]: (_url, body) => {
      const { mode } = body as { mode: SsoConnection["mode"] }; // the screen's own call
      return (api.answers[`GET ${SSO}`] = inMode(mode));
    },
  });
  await screen.getByRole("switch", { name: "Single sign-on is off" }).click();
  await expect.element(screen.getByRole("switch", { name: "Single sign-on is on" })).toBeChecked();

  await screen.getByRole("switch", { name: "Require single sign-on" }).click();
  await expect
    .element(screen.getByText(/^30 members of Acme must come through the identity provider/))
    .toBeVisible();
  await screen.getByRole("dialog").getByRole("button", { name: "Require single sign-on" }).click();

  await expect.element(screen.getByRole("switch", { name: "Required for 30 members" })).toBeChecked();
  await expect.element(screen.getByText(/not for 3 guests and the owner below/)).toBeVisible();
  await expect
    .element(screen.getByRole("switch", { name: "Single sign-on is on" }))
    .toHaveAttribute("aria-disabled", "true");
  expect(sent(`PUT ${SSO}/mode`)).toEqual([{ mode: "optional" }, { mode: "required" }]);
});

test("the connection is removed after a question", async () => {
  const screen = await open(anSso({ connection: CONNECTION }), { [`DELETE ${SSO}`]: anSso() });

  await screen.getByRole("button", { name: "Remove connection…" }).click();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect.element(screen.getByText("Connection removed")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Remove connection…" })).not.toBeInTheDocument();
});

const PEM = "-----BEGIN CERTIFICATE-----\nMIIA\n-----END CERTIFICATE-----";
const METADATA = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com"><IDPSSODescriptor protocolSupportEnumeration="x"><KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>MIIA</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/saml"/></IDPSSODescriptor></EntityDescriptor>`;
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const SAML: SsoConnection = {
  kind: "saml",
  issuer: "https://idp.example.com",
  sign_in_url: "https://idp.example.com/saml",
  certificates: [{ pem: PEM, fingerprint: "AA:BB", expires_at: inDays(400), is_tested: true }],
  default_role: "member",
  mode: "optional",
  mode_since: "2026-11-02T09:00:00.000Z",
  tested: TESTED,
};

test("metadata that are pasted fill the fields of SAML, and mistakes say what to do", async () => {
  const saved = anSso({ connection: { ...SAML, mode: "off", tested: null } });
  const screen = await open(anSso(), {
    [`PUT ${SSO}/saml`]: () => refused("certificates[0] cannot be used: This is not an X.509 certificate."),
  });
  await screen.getByRole("radio", { name: "SAML 2.0" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "ACS URL" }))
    .toHaveValue("https://hooks.example.com/sso/org_1");
  await expect
    .element(screen.getByRole("textbox", { name: "Entity ID", exact: true }))
    .toHaveValue("https://hooks.example.com/sso/org_1/metadata");
  await expect
    .element(screen.getByRole("link", { name: "Download the metadata" }))
    .toHaveAttribute("href", "https://hooks.example.com/sso/org_1/metadata");
  const pasted = screen.getByRole("textbox", { name: "Provider metadata" });
  await pasted.fill("<html>");
  await expect.element(pasted).toHaveAccessibleDescription(/^This is not the metadata/);
  await pasted.fill(METADATA);
  await expect
    .element(screen.getByRole("textbox", { name: "Sign-in URL" }))
    .toHaveValue("https://idp.example.com/saml");

  await screen.getByRole("button", { name: "Save" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "Signing certificates" }))
    .toHaveAccessibleDescription("Cannot be used: This is not an X.509 certificate.");
  api.answers[`PUT ${SSO}/saml`] = () => (api.answers[`GET ${SSO}`] = saved);
  await screen.getByRole("textbox", { name: "Entity ID of the provider" }).fill("https://idp.example.com/2");
  await screen
    .getByRole("textbox", { name: "Signing certificates" })
    .fill(`${PEM}\n${PEM.replace("A", "B")}`);
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Not tested yet")).toBeVisible();
  expect(sent(`PUT ${SSO}/saml`).at(-1)).toEqual({
    issuer: "https://idp.example.com/2",
    sign_in_url: "https://idp.example.com/saml",
    certificates: [PEM, PEM.replace("A", "B")],
    default_role: "member",
  });
});

test("stored certificates say when they expire, and which one was tested", async () => {
  const certificates = [
    { pem: PEM, fingerprint: "AA:BB", expires_at: inDays(400), is_tested: true },
    { pem: PEM, fingerprint: "CC:DD", expires_at: inDays(10), is_tested: false },
    { pem: PEM, fingerprint: "EE:FF", expires_at: inDays(-1), is_tested: false },
  ];
  const screen = await open(anSso({ connection: { ...SAML, certificates } }));

  const stored = screen.getByRole("list", { name: "Stored certificates" }).getByRole("listitem");
  await expect.element(stored.nth(0)).toHaveTextContent(/^AA:BB.*of the last test.*Expires/);
  await expect.element(stored.nth(0)).not.toHaveTextContent(/Soon/);
  await expect.element(stored.nth(1)).toHaveTextContent(/^CC:DD.*Expires.*Soon$/);
  await expect.element(stored.nth(2)).toHaveTextContent(/^EE:FF.*Expired$/);
  await expect.element(screen.getByText(/^Test sign-on worked in 640 ms/)).toBeVisible();
});

test("another protocol takes the place of the present connection, and the page says so", async () => {
  const screen = await open(anSso({ connection: SAML }));

  await screen.getByRole("radio", { name: "OpenID Connect" }).click();

  await expect.element(screen.getByText(/^Takes the place of the present connection/)).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Issuer" })).toHaveValue("");
});
