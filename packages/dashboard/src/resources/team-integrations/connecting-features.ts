/** Which features of a plan must there be before a project can connect a service? One that is connected stays. */
export const NOTIFICATION_FEATURES = ["all_integrations"] as const;
export const METRICS_FEATURES = ["metrics", "metrics_export"] as const;
