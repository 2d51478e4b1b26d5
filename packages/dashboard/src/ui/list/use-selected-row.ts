/**
 * Which row does the panel beside a list show, and how does a person open it, close it and go on to the next one?
 *
 * The caller keeps the choice, usually in the address. While the panel is open, the choice moves with the focus. Closing
 * the panel moves the focus back to its row.
 */
import type { RefObject } from "react";
import { usePanelFocus } from "../use-panel-focus.ts";
import type { RowChoice, RowChoices } from "./row-choices.ts";
import { focusedRow, focusRow, moveRowFocus } from "./row-focus.ts";

export interface SelectedRowInput {
  boxRef: RefObject<HTMLElement | null>;
  rows: RowChoices;
  /** Undefined: no row is selected. */
  choice: RowChoice | undefined;
  onChoose: (choice: RowChoice | undefined) => void;
}

export interface SelectedRow {
  choice: RowChoice | undefined;
  /** For the panel, which takes the focus when the keyboard opens a row. */
  panelRef: (element: HTMLElement | null) => void;
  /** The focused row, or else the selected one. */
  current: () => RowChoice | undefined;
  open: (choice: RowChoice, isByKeyboard: boolean) => void;
  close: () => void;
  move: (step: 1 | -1) => void;
}

export function useSelectedRow({ boxRef, rows, choice, onChoose }: SelectedRowInput): SelectedRow {
  const [panelRef, focusPanel] = usePanelFocus();
  const selectedRow = () => (choice === undefined ? null : rows.rowOf(boxRef.current, choice));
  return {
    choice,
    panelRef,
    current: () => rows.choiceOf(focusedRow(boxRef.current)) ?? choice,
    open: (opened, isByKeyboard) => {
      onChoose(opened);
      if (isByKeyboard) focusPanel();
    },
    close: () => {
      onChoose(undefined);
      if (choice !== undefined) focusRow(boxRef.current, selectedRow());
    },
    move: (step) => {
      const movedTo = rows.choiceOf(moveRowFocus(boxRef.current, step, selectedRow()));
      if (movedTo !== undefined && choice !== undefined) onChoose(movedTo);
    },
  };
}
