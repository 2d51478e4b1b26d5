/**
 * Lines from each condition of the filter to the line of the input that it looked at, between the two editors.
 *
 * They say nothing that the marks in the editors do not say, so assistive technology skips them. A wire whose end is
 * scrolled out of view is not drawn. The editors call `redraw` when their lines have moved.
 */
import { useImperativeHandle, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { EditorControls } from "../../ui/code-editor/editor-types.ts";
import type { PartResult, ShownCondition } from "./explain-texts.ts";

export interface WiresControls {
  redraw: () => void;
}

export interface ConditionWiresProps {
  result: PartResult;
  filter: RefObject<EditorControls | null>;
  input: RefObject<EditorControls | null>;
  controls: RefObject<WiresControls | null>;
}

interface Wire {
  key: string;
  holds: boolean;
  from: number;
  to: number;
}

function yOf(editor: EditorControls | null, line: number | null): number | null {
  return line === null ? null : (editor?.lineY(line) ?? null);
}

const WIDTH = 64;
const END_RADIUS = 2.5;

/** What fails is drawn last, above the rest. */
function wiredConditions(result: PartResult): ShownCondition[] {
  if (result.state !== "tested") return [];
  const { conditions, failures } = result;
  return [...conditions.filter(({ holds }) => holds), ...failures];
}

export function ConditionWires({ result, filter, input, controls }: ConditionWiresProps) {
  const box = useRef<SVGSVGElement>(null);
  const [wires, setWires] = useState<readonly Wire[]>([]);
  const redraw = () => {
    if (!box.current) return;
    const { top } = box.current.getBoundingClientRect();
    const drawn = wiredConditions(result).flatMap(({ filterLine, inputLine, holds }): Wire[] => {
      const [from, to] = [yOf(filter.current, filterLine), yOf(input.current, inputLine)];
      const key = `${filterLine}-${inputLine}-${holds}`;
      return from === null || to === null ? [] : [{ key, holds, from: from - top, to: to - top }];
    });
    setWires([...new Map(drawn.map((wire) => [wire.key, wire])).values()]);
  };
  useImperativeHandle(controls, () => ({ redraw }));
  // oxlint-disable-next-line react/exhaustive-deps -- `redraw` reads the editors, which report their changes themselves
  useLayoutEffect(redraw, [result]);
  return (
    <svg ref={box} aria-hidden className="h-full w-16 overflow-hidden max-lg:hidden">
      {wires.map(({ key, holds, from, to }) => (
        <g key={key} className={holds ? "fill-ok stroke-ok" : "fill-bad stroke-bad"}>
          <path
            d={`M 0 ${from} C ${WIDTH / 2} ${from}, ${WIDTH / 2} ${to}, ${WIDTH} ${to}`}
            className={holds ? "fill-none opacity-60" : "fill-none"}
            strokeWidth={holds ? 1.25 : 1.75}
          />
          <circle cx={END_RADIUS} cy={from} r={END_RADIUS} />
          <circle cx={WIDTH - END_RADIUS} cy={to} r={END_RADIUS} />
        </g>
      ))}
    </svg>
  );
}
