/** Connections and a session for component tests, as the server would send them. */
import type { Connection } from "@posthorn/contract/connections";
import type { Role } from "@posthorn/contract/roles";

const AT = "2026-11-14T14:00:00.000Z";

export function aConnection(number: number, change: Partial<Connection> = {}): Connection {
  const end = { team_id: "tm_1", description: null, disabled_at: null, updated_at: AT, created_at: AT };
  return {
    ...end,
    id: `web_${String(number).padStart(22, "0")}`,
    name: null,
    full_name: "stripe",
    source: {
      ...end,
      id: `src_${String(number).padStart(25, "0")}`,
      name: "stripe",
      url: "http://127.0.0.1:4401/e/3k2",
      type: "WEBHOOK",
      authenticated: false,
      config: { allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"] },
    },
    destination: {
      ...end,
      id: `des_${String(number).padStart(22, "0")}`,
      name: "orders-api",
      type: "HTTP",
      config: {
        url: "https://orders.acme.dev/hooks",
        http_method: null,
        path_forwarding_disabled: false,
        rate_limit: null,
        rate_limit_period: "second",
        auth_type: "HOOKDECK_SIGNATURE",
        auth: {},
      },
    },
    rules: [],
    paused_at: null,
    ...change,
  };
}

export function aSession(role: Role) {
  return {
    user: { id: "usr_1", name: "Ada", email: "ada@acme.dev" },
    is_invited: false,
    organizations: [
      {
        id: "org_1",
        name: "Acme",
        role,
        plan: null,
        uses_sso: false,
        is_sso_user: false,
        has_directory: false,
      },
    ],
    projects: [
      {
        id: "tm_1",
        organization_id: "org_1",
        name: "payments",
        private: false,
        role,
        retention_days: 7,
        is_sample: false,
      },
    ],
    filter_completion: false,
    provider_fetches: true,
    is_tracking: false,
  };
}
