/**
 * How does a journey get a project of its own, in a product that it shares?
 *
 * Starting a product takes seconds, creating a project milliseconds. So journeys share the product of their worker, and
 * none of them sees what another has made. A browser that opens the dashboard with `remembered` shows the project.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import { API_VERSION } from "@posthorn/contract/endpoint";
import type { Project } from "@posthorn/contract/projects";
import type { BrowserContext } from "@playwright/test";
import { aName } from "./given.ts";
import type { Product } from "./product.ts";
import type { SignedIn } from "./session.ts";

/** Where the dashboard keeps what a browser remembers: resources/preferences in packages/dashboard. */
const PREFERENCES_KEY = "posthorn.preferences";

export interface OwnProject extends Pick<Product, "url" | "api" | "output" | "databaseUrl"> {
  id: string;
  name: string;
  /** Calls an endpoint that only the dashboard uses. */
  dashboardApi: Product["api"];
  /** Local storage of a browser in which the owner used this project last. */
  remembered: SignedIn["origins"];
}

export interface ProjectOptions {
  name?: string;
  /** What the browser remembers of /connections. Rows are easier to find for a journey than nodes and wires. */
  connections_view?: "structured" | "table";
}

/** Creates it as the owner, whose session `api` uses too. */
export async function givenProject(
  product: Product,
  session: SignedIn,
  { name = aName("project"), connections_view = "table" }: ProjectOptions = {},
): Promise<OwnProject> {
  const headers = {
    cookie: cookiesOf(session),
    origin: product.url,
    "content-type": "application/json",
  };
  async function call<Reply>(method: string, path: string, body?: unknown, project?: string): Promise<Reply> {
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: { ...headers, ...(project !== undefined && { "x-project-id": project }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply; // the caller names the contract's type of this reply
  }
  const { id } = await call<Project>("POST", `/${API_VERSION}/projects`, { name });
  const { user } = await call<Session>("GET", "/dashboard-api/session");
  return {
    id,
    name,
    url: product.url,
    databaseUrl: product.databaseUrl,
    output: () => product.output(),
    api: (method, path, body) => call(method, `/${API_VERSION}${path}`, body, id),
    dashboardApi: (method, path, body) => call(method, `/dashboard-api${path}`, body, id),
    remembered: remembering({ url: product.url, id }, user.id, connections_view),
  };
}

/** Local storage of a browser in which this person used this project last. */
export function remembering(
  { url, id }: Pick<OwnProject, "url" | "id">,
  userId: string,
  connections_view: ProjectOptions["connections_view"] = "table",
): SignedIn["origins"] {
  const preferences = { connections_view, users: { [userId]: { project_id: id, projects: {} } } };
  return [{ origin: url, localStorage: [{ name: PREFERENCES_KEY, value: JSON.stringify(preferences) }] }];
}

/**
 * Fills the local storage of a new browser before its first page. In a `storageState`, Playwright would open a page of its
 * own for that, in each browser.
 */
export async function remember(context: BrowserContext, remembered: SignedIn["origins"]): Promise<void> {
  for (const own of remembered) {
    await context.addInitScript(({ origin, localStorage: items }) => {
      if (location.origin !== origin || localStorage.length > 0) return;
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, own);
  }
}

export function cookiesOf(session: SignedIn): string {
  return session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
