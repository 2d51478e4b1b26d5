/** How do people read the type of an issue, and which icon has it everywhere? */
import type { IssueType } from "@posthorn/contract/causes";
import { ArrowDownToLine, Braces, Layers, Send, type LucideIcon } from "lucide-react";

export const ISSUE_TYPE_WORDS: Readonly<Record<IssueType, { label: string; icon: LucideIcon }>> = {
  delivery: { label: "Delivery", icon: Send },
  transformation: { label: "Transformation", icon: Braces },
  backpressure: { label: "Backpressure", icon: Layers },
  request: { label: "Request", icon: ArrowDownToLine },
};
