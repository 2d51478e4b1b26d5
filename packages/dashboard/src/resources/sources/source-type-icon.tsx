/**
 * The picture that stands for a type of source: the brand's icon in the colour of the text, or the first letters of the
 * label. What is around it sets the size.
 */
import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import type { SourceType } from "@posthorn/contract/source-types";
import { Globe, Webhook } from "lucide-react";
import { BRANDED, SPRITE_URL } from "virtual:brand-icons";

export function SourceTypeIcon({ type }: { type: SourceType }) {
  if (type === "WEBHOOK") return <Webhook aria-hidden />;
  if (type === "HTTP") return <Globe aria-hidden />;
  if (!BRANDED.has(type)) return <span aria-hidden>{sourceTypeLabel(type).slice(0, 2)}</span>;
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor">
      <use href={`${SPRITE_URL}#${type}`} />
    </svg>
  );
}
