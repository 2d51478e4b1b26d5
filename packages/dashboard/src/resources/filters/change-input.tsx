/** The button that changes the test input. Its list loads with the popup library when it first opens. */
import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { later } from "../../ui/later.tsx";

export interface ChangeInputProps {
  /** Null while the source does not exist yet: then only an id can be given. */
  sourceId: string | null;
  chosenId: string | null;
  onChoose: (id: string) => void;
  isPending: boolean;
}

const InputPicker = later(() => import("./input-picker.tsx")).component((loaded) => loaded.InputPicker);

export function ChangeInput(props: ChangeInputProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        isPending={props.isPending}
        onClick={() => setIsOpen(!isOpen)}
      >
        Change input
        <ChevronDown aria-hidden />
      </Button>
      {isOpen ? <InputPicker {...props} anchor={button} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
