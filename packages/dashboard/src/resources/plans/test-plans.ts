/** Plans and a subscription for component tests, as the server would send them. */
import { FEATURES, type Plan, type SessionPlan, type Subscription } from "@posthorn/contract/plans";
import type { Role } from "@posthorn/contract/roles";
import { aSession } from "../connections/test-connections.ts";

const NO_LIMITS: Plan["limits"] = {
  retention_days: null,
  max_users: null,
  max_requests: null,
  included_throughput: null,
  max_payload_size_mb: null,
  attempt_timeout: null,
  api_rate_limit: null,
};

export function aPlan(id: string, change: Partial<Plan> = {}): Plan {
  return {
    id,
    version: 1,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    description: `For ${id}s`,
    is_legacy: false,
    prices: [],
    limits: NO_LIMITS,
    over_limit: null,
    throughput_tiers: [],
    features: [...FEATURES],
    ...change,
  };
}

export const DEVELOPER = aPlan("developer", {
  description: "Try it, alone",
  prices: [{ price_type: "fixed_price", amount: 0 }],
  limits: {
    retention_days: 3,
    max_users: 1,
    max_requests: 10_000,
    included_throughput: 5,
    max_payload_size_mb: 5,
    attempt_timeout: 30,
    api_rate_limit: 60,
  },
  over_limit: "reject",
  features: [],
});

export const TEAM = aPlan("team", {
  description: "A team in production",
  prices: [
    { price_type: "fixed_price", amount: 3900 },
    {
      price_type: "package_with_allocation",
      allocation: 1_000_000,
      package_size: 1_000_000,
      package_amount: 1500,
    },
  ],
  limits: {
    ...NO_LIMITS,
    retention_days: 7,
    max_users: 15,
    max_requests: 1_000_000,
    api_rate_limit: 1200,
  },
  over_limit: "accept",
  features: ["viewer_role", "all_integrations", "metrics", "metrics_export"],
});

export const ENTERPRISE = aPlan("enterprise", {
  description: "Terms of your own",
  prices: null,
  limits: { ...NO_LIMITS, max_payload_size_mb: 25 },
});

/** Without a plan, nothing is limited. */
export function aSubscription(change: Partial<Subscription> = {}): Subscription {
  return {
    plan: null,
    period_start: "2026-11-01T00:00:00.000Z",
    period_end: "2026-12-01T00:00:00.000Z",
    usage: { events: 1234, requests: 987 },
    users: 2,
    projects: 1,
    limit_exceeded_at: null,
    has_bought_throughput: false,
    trial_ends_at: null,
    cancel_at: null,
    ...change,
  };
}

/** The session of somebody whose organization has the plan. */
export function aSessionWith(role: Role, plan: Partial<SessionPlan>) {
  const { organizations, ...session } = aSession(role);
  const whole: SessionPlan = {
    id: "developer",
    name: "Developer",
    features: [],
    can_upgrade: true,
    lock: null,
    usage_notice: null,
    ...plan,
  };
  return {
    ...session,
    organizations: organizations.map(({ id, name, uses_sso, is_sso_user, has_directory }) => ({
      id,
      name,
      role,
      plan: whole,
      uses_sso,
      is_sso_user,
      has_directory,
    })),
  };
}
