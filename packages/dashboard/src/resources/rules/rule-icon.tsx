/** The icon of each rule. It is the same wherever rules are summarised. */
import type { Rule } from "@posthorn/contract/rules";
import { Braces, Clock, CopyMinus, Funnel, RotateCw } from "lucide-react";

const ICONS = { deduplicate: CopyMinus, transform: Braces, filter: Funnel, delay: Clock, retry: RotateCw };

export function RuleIcon({ type, className }: { type: Rule["type"]; className?: string }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden className={className} />;
}
