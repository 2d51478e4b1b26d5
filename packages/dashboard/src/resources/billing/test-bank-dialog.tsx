/** Stands for the window in which a bank asks whether this payment is meant. To close it is to fail. */
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export type BankAnswer = "complete" | "fail";

export function TestBankDialog({ onAnswer }: { onAnswer: (answer: BankAnswer) => void }) {
  return (
    <Dialog
      isOpen
      size="sm"
      title="Test bank: confirm this payment?"
      description="A real bank would ask in a window of its own. Choose how it ends."
      onClose={() => onAnswer("fail")}
      footer={
        <>
          <Button onClick={() => onAnswer("fail")}>Fail</Button>
          <Button variant="primary" onClick={() => onAnswer("complete")}>
            Complete
          </Button>
        </>
      }
    />
  );
}
