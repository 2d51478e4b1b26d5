/**
 * A button that opens a small box with fields under it. For a list of actions, use `Menu`.
 *
 * The box closes on Escape, on a click outside, and when the focus leaves it. Its content stays mounted only while it
 * is open. A box that would leave the window moves back into it.
 */
import { cx } from "class-variance-authority";
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from "react";

/** How far the box stays away from the edges of the window. */
const EDGE_PX = 12;

export interface DropdownProps {
  /** The name of the box for assistive technology. */
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button. Spread `props` onto it. */
  renderTrigger: (props: {
    "aria-expanded": boolean;
    "aria-controls": string;
    onClick: () => void;
  }) => ReactNode;
  /** Which edge of the button the box keeps to. */
  align?: "start" | "end";
  className?: string;
  children: ReactNode;
}

export function Dropdown(props: DropdownProps) {
  const { label, isOpen, onOpenChange, renderTrigger, align = "end", className, children } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const keepInside = () => {
      if (!box.current) return;
      box.current.style.translate = "";
      const { left, right } = box.current.getBoundingClientRect();
      const beyond = right - (document.documentElement.clientWidth - EDGE_PX);
      const shift = Math.min(beyond, left - EDGE_PX);
      if (shift > 0) box.current.style.translate = `${-shift}px`;
    };
    keepInside();
    window.addEventListener("resize", keepInside);
    return () => window.removeEventListener("resize", keepInside);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return undefined;
    box.current?.querySelector<HTMLElement>("input, textarea, button, a[href]")?.focus();
    const closeOutside = (press: PointerEvent) => {
      if (press.target instanceof Node && !root.current?.contains(press.target)) onOpenChange(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
    // oxlint-disable-next-line react/exhaustive-deps -- only opening and closing matter
  }, [isOpen]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc and a leaving focus close the box inside
    <div
      ref={root}
      className="relative min-w-0"
      onKeyDown={(press) => {
        if (press.key !== "Escape" || !isOpen) return;
        press.stopPropagation();
        press.nativeEvent.stopImmediatePropagation();
        onOpenChange(false);
        root.current?.querySelector<HTMLElement>("button")?.focus();
      }}
      onBlur={(leave) => {
        if (isOpen && leave.relatedTarget instanceof Node && !root.current?.contains(leave.relatedTarget))
          onOpenChange(false);
      }}
    >
      {renderTrigger({ "aria-expanded": isOpen, "aria-controls": id, onClick: () => onOpenChange(!isOpen) })}
      {isOpen ? (
        <section
          ref={box}
          id={id}
          aria-label={label}
          className={cx(
            "absolute top-full z-20 mt-1 rounded-lg border border-line bg-surface shadow-lift",
            align === "end" ? "right-0" : "left-0",
            className,
          )}
        >
          {children}
        </section>
      ) : null}
    </div>
  );
}
