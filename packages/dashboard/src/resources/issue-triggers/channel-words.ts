/** How do people read each channel, and does a trigger name a place in it, such as a room? */
import type { Channel } from "@posthorn/contract/issue-triggers";
import { Hash, Mail, MessagesSquare, PhoneCall, Siren, Users, type LucideIcon } from "lucide-react";

interface ChannelWords {
  label: string;
  icon: LucideIcon;
  hasName: boolean;
  /** Who is told, for a channel without a name. */
  reach?: string;
}

export const CHANNEL_WORDS: Readonly<Record<Channel, ChannelWords>> = {
  email: { label: "Email", icon: Mail, hasName: false, reach: "Everybody in the project" },
  slack: { label: "Slack", icon: Hash, hasName: true },
  microsoft_teams: { label: "Microsoft Teams", icon: Users, hasName: true },
  discord: { label: "Discord", icon: MessagesSquare, hasName: true },
  pagerduty: { label: "PagerDuty", icon: PhoneCall, hasName: false, reach: "The connected service" },
  opsgenie: { label: "Opsgenie", icon: Siren, hasName: false, reach: "The connected team" },
};
