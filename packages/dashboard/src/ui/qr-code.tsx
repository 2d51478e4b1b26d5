/**
 * A text as a QR code, for the camera of a phone. It is dark on white in both themes, with a white margin of four modules
 * around it: many cameras cannot read anything else.
 */
import { encode } from "uqr";

const MARGIN_MODULES = 4;

export interface QrCodeProps {
  value: string;
  /** What scanning it does. */
  label: string;
}

export function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { border: MARGIN_MODULES });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of ours, not a file
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join("")} />
    </svg>
  );
}
