/**
 * Which calls of the public API does a person need first, ready to be pasted into a shell, a script or a Terraform file?
 *
 * They contain the address of this installation and the ids of a connection, if the project has one. What they create
 * has names that nobody else uses, so a call that is tried out changes nothing that is in use, and the calls of one tab do
 * not fail because those of another tab ran before. The key is read from the environment: a key in a shell's history is
 * a key that is lost. `api-inputs.conformance.test.ts` runs all of them against the product.
 */
import { API_VERSION } from "@posthorn/contract/endpoint";
import { shellQuoted } from "../sources/curl-example.ts";

export interface OwnValues {
  /** The address of the installation, without a slash at the end. */
  address: string;
  /** The newest connection of the project, if it has one. */
  connection: { id: string; source_id: string; destination_id: string } | null;
}

export interface ApiCall {
  title: string;
  /** `PUT /sources` */
  name: string;
  curl: string;
  sdk: string;
}

/** The version that the vendor's SDK speaks. */
const SDK_VERSION = "2024-03-01";

interface Call {
  title: string;
  method: "GET" | "POST" | "PUT";
  path: string;
  body?: object;
  sdk: string;
}

/** cURL and the SDK create or update the same two; both can run again and again. */
const SOURCE = {
  name: "example-orders",
  description: "Orders from the shop",
  type: "WEBHOOK",
  config: {
    allowed_http_methods: ["POST"],
    auth_type: "API_KEY",
    auth: { header_key: "x-api-key", api_key: "a-long-secret-of-the-sender" },
    custom_response: { content_type: "json", body: '{"ok":true}' },
  },
};
const DESTINATION = {
  name: "example-warehouse",
  type: "HTTP",
  config: { url: "https://warehouse.example.com/orders" },
};

function callsWith(connection: OwnValues["connection"]): Call[] {
  const ends = connection && { source_id: connection.source_id, destination_id: connection.destination_id };
  const link = ends ?? { source: { name: SOURCE.name }, destination: DESTINATION };
  const sdkLink = ends
    ? `  sourceId: ${JSON.stringify(ends.source_id)},\n  destinationId: ${JSON.stringify(ends.destination_id)},`
    : `  source: { name: "${SOURCE.name}" },\n  destination: { name: "${DESTINATION.name}", url: "${DESTINATION.config.url}" },`;
  return [
    {
      title: "Create or update a source",
      method: "PUT",
      path: "/sources",
      body: SOURCE,
      sdk: `await hookdeck.source.upsert({\n  name: "${SOURCE.name}",\n  description: "${SOURCE.description}",\n  allowedHttpMethods: ["POST"],\n  customResponse: { contentType: "json", body: '{"ok":true}' },\n});`,
    },
    {
      title: "Create or update a destination",
      method: "PUT",
      path: "/destinations",
      body: DESTINATION,
      sdk: `await hookdeck.destination.upsert({\n  name: "${DESTINATION.name}",\n  url: "${DESTINATION.config.url}",\n});`,
    },
    {
      title: "Create a connection",
      method: "POST",
      path: "/connections",
      body: { name: "from-the-api", ...link },
      sdk: `await hookdeck.connection.create({\n  name: "from-the-sdk",\n${sdkLink}\n});`,
    },
    {
      title: "List requests",
      method: "GET",
      path: connection ? `/requests?source_id=${connection.source_id}&limit=10` : "/requests?limit=10",
      sdk: connection
        ? `await hookdeck.request.list({ sourceId: "${connection.source_id}", limit: 10 });`
        : "await hookdeck.request.list({ limit: 10 });",
    },
    {
      title: "List events",
      method: "GET",
      path: connection
        ? `/events?webhook_id=${connection.id}&status=FAILED&limit=10`
        : "/events?status=FAILED&limit=10",
      sdk: connection
        ? `await hookdeck.event.list({ webhookId: "${connection.id}", status: "FAILED", limit: 10 });`
        : `await hookdeck.event.list({ status: "FAILED", limit: 10 });`,
    },
  ];
}

function curlOf(address: string, { method, path, body }: Call): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${shellQuoted(`${address}/${API_VERSION}${path}`)}`,
    '  -H "Authorization: Bearer $POSTHORN_API_KEY"',
    ...(body
      ? [
          `  -H ${shellQuoted("Content-Type: application/json")}`,
          `  -d ${shellQuoted(JSON.stringify(body, null, 2))}`,
        ]
      : []),
  ].join(" \\\n");
}

function sdkOf(address: string, call: Call): string {
  return `import { HookdeckClient } from "@hookdeck/sdk";

const hookdeck = new HookdeckClient({
  environment: "${address}/${SDK_VERSION}",
  token: process.env.POSTHORN_API_KEY ?? "",
});

${call.sdk.replace("await ", "const answer = await ")}
console.log(answer);`;
}

export function apiCalls({ address, connection }: OwnValues): ApiCall[] {
  return callsWith(connection).map((call) => ({
    title: call.title,
    name: `${call.method} ${call.path.split("?")[0]}`,
    curl: curlOf(address, call),
    sdk: sdkOf(address, call),
  }));
}

/**
 * The key comes from the environment too: `HOOKDECK_API_KEY`. Terraform creates what it manages, so its names are its own.
 * Versions 2.1 to 2.x of the provider speak 2025-07-01, and 2026-09-01 for destinations; 3.0 renames the resources.
 */
export function terraformFile({ address }: Pick<OwnValues, "address">): string {
  return `terraform {
  required_providers {
    hookdeck = {
      source  = "hookdeck/hookdeck"
      version = "~> 2.1"
    }
  }
}

provider "hookdeck" {
  api_base = "${address}"
}

resource "hookdeck_source" "orders" {
  name = "terraform-orders"
  type = "WEBHOOK"
}

resource "hookdeck_destination" "warehouse" {
  name = "terraform-warehouse"
  type = "HTTP"
  config = jsonencode({
    url = "${DESTINATION.config.url}"
  })
}

resource "hookdeck_connection" "orders_to_warehouse" {
  source_id      = hookdeck_source.orders.id
  destination_id = hookdeck_destination.warehouse.id
}`;
}
