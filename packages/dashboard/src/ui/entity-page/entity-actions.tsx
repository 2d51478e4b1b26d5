/**
 * What can a person do with one thing, and which question comes first?
 *
 * The same list of actions fills a row's menu, the menu of a page and its danger zone. `useActionPrompt` runs an action
 * at once or asks first. While an action of a thing runs, it starts no second one of the same thing, so nobody can
 * confirm twice.
 */
import { useRef, useState, type ReactNode } from "react";
import { Checkbox } from "../checkbox.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";

export interface ActionPrompt {
  /** Names the consequence. */
  consequence: ReactNode;
  /** Which thing it is about, if the person may have several in view. */
  detail?: ReactNode;
  /** Remembers that the person does not want to be asked again. Without it, the question comes every time. */
  onDismiss?: () => void;
}

export interface EntityAction {
  /** The id of the thing. */
  of: string;
  /** On the button that does it: "Delete". `startLabel` is for the one that starts it. */
  label: string;
  /** Title of its question and of its line in the danger zone: "Delete connection". */
  title: string;
  icon: ReactNode;
  /** What it does, in one sentence, for the danger zone. */
  summary: ReactNode;
  isDanger?: boolean;
  /** Undefined: it runs without a question. */
  prompt?: ActionPrompt | undefined;
  /** The page shows its effect before the server has answered, so the question closes at once. */
  isOptimistic?: boolean;
  /** Reports success and failure itself. Rejects if it failed. */
  run: () => Promise<unknown>;
}

/** The label of a button or menu item that starts the action: "…" says that a question comes first. */
export function startLabel({ label, prompt }: Pick<EntityAction, "label" | "prompt">): string {
  return prompt === undefined ? label : `${label}…`;
}

export interface ActionStarter {
  start: (action: EntityAction) => void;
  isRunning: (of: string) => boolean;
  /** Render this once beside the menus and buttons. */
  question: ReactNode;
}

export function useActionPrompt(): ActionStarter {
  const [asked, setAsked] = useState<EntityAction | null>(null);
  const [shownRunning, setShownRunning] = useState<readonly string[]>([]);
  // Two clicks can come before the next render, so the state alone cannot stop the second.
  const running = useRef(new Set<string>());

  const run = async (action: EntityAction) => {
    if (running.current.has(action.of)) return;
    running.current.add(action.of);
    setShownRunning([...running.current]);
    if (action.isOptimistic === true) setAsked(null);
    try {
      await action.run();
      setAsked((current) => (current?.of === action.of ? null : current));
    } catch {
      // The action has shown a toast. The question stays open for another try.
    } finally {
      running.current.delete(action.of);
      setShownRunning([...running.current]);
    }
  };

  return {
    start: (action) => {
      if (running.current.has(action.of)) return;
      if (action.prompt) setAsked(action);
      else void run(action);
    },
    isRunning: (of) => shownRunning.includes(of),
    question:
      asked?.prompt === undefined ? null : (
        <Question
          action={asked}
          prompt={asked.prompt}
          isRunning={shownRunning.includes(asked.of)}
          onConfirm={() => void run(asked)}
          onClose={() => setAsked(null)}
        />
      ),
  };
}

interface QuestionProps {
  action: EntityAction;
  prompt: ActionPrompt;
  isRunning: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function Question({ action, prompt, isRunning, onConfirm, onClose }: QuestionProps) {
  const [isDismissed, setIsDismissed] = useState(false);
  const { consequence, detail, onDismiss } = prompt;
  return (
    <ConfirmDialog
      isOpen
      title={action.title}
      description={consequence}
      confirmLabel={action.label}
      isDanger={action.isDanger ?? false}
      isPending={isRunning}
      onConfirm={() => {
        if (isDismissed) onDismiss?.();
        onConfirm();
      }}
      onClose={onClose}
    >
      {detail === undefined && onDismiss === undefined ? undefined : (
        <div className="flex flex-col gap-3">
          {detail === undefined ? null : (
            <p className="mono rounded-md bg-sunken px-3 py-2 [overflow-wrap:anywhere] text-ink-2">
              {detail}
            </p>
          )}
          {onDismiss === undefined ? null : (
            <Checkbox
              label="Don't ask me again"
              checked={isDismissed}
              onChange={(change) => setIsDismissed(change.target.checked)}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
