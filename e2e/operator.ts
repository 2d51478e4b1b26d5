/** How does a journey act as the operator of its product? By the operator's API, in a product that offers plans. */
import type { Session } from "@posthorn/contract/dashboard-api";
import { expect } from "@playwright/test";
import type { OwnProject } from "./own-project.ts";
import { OPERATOR_TOKEN } from "./product.ts";

/** The caller names the contract's type of the reply. */
export async function operate<Reply>(
  product: Pick<OwnProject, "url">,
  method: string,
  path: string,
  body?: object,
): Promise<Reply> {
  const response = await fetch(`${product.url}/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Reply; // the caller names the contract's type of this reply
}

/** The one that the owner belongs to. */
export async function organizationOf(product: OwnProject): Promise<string> {
  const { organizations } = await product.dashboardApi<Session>("GET", "/session");
  return organizations[0]?.id ?? "";
}

/** What is left out of the subscription stays as the operator's API says. */
export async function putOnPlan(product: OwnProject, subscription: object): Promise<void> {
  await operate(product, "PUT", `/organizations/${await organizationOf(product)}/subscription`, subscription);
}
