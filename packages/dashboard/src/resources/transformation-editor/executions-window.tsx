/**
 * The executions of the transformation in a window over the editor. A row opens its detail in the same window, from
 * which its input can be taken into the editor.
 */
import { ArrowLeft } from "lucide-react";
import { useRef, useState } from "react";
import { ExecutionDetail } from "../transformations/execution-detail.tsx";
import { ExecutionsList, useExecutions } from "../transformations/executions-list.tsx";
import { ExecutionsSearch } from "../transformations/executions-url.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export interface ExecutionsWindowProps {
  onClose: () => void;
  transformationId: string;
  onUseInput: (executionId: string) => void;
}

export function ExecutionsWindow({ onClose, transformationId, onUseInput }: ExecutionsWindowProps) {
  return (
    <Dialog isOpen onClose={onClose} size="lg" title="Executions of the transformation">
      <Content transformationId={transformationId} onUseInput={onUseInput} />
    </Dialog>
  );
}

function Content({
  transformationId,
  onUseInput,
}: Pick<ExecutionsWindowProps, "transformationId" | "onUseInput">) {
  const [search, setSearch] = useState(() => ExecutionsSearch.parse({}));
  const box = useRef<HTMLElement>(null);
  const executions = useExecutions(transformationId, search, setSearch, box);
  const selected = search.selected_execution_id;
  if (selected === undefined)
    return (
      <div className="flex min-h-80 flex-col gap-3">
        <ExecutionsList
          transformationId={transformationId}
          executions={executions}
          search={search}
          onSearch={setSearch}
          boxRef={box}
          onOpen={(id) => setSearch({ ...search, selected_execution_id: id })}
        />
      </div>
    );
  const shown = executions.list.data?.models.find(({ id }) => id === selected);
  return (
    <div className="flex min-h-80 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<ArrowLeft aria-hidden />}
          onClick={() => setSearch({ ...search, selected_execution_id: undefined })}
        >
          All executions
        </Button>
        <span className="mono min-w-0 flex-1 truncate">{selected}</span>
        <Button size="sm" onClick={() => onUseInput(selected)}>
          Use as input
        </Button>
      </div>
      <div className="-mx-5 flex flex-col">
        <ExecutionDetail
          transformationId={transformationId}
          executionId={selected}
          tab={search.transform_tab ?? "input"}
          onTab={(transform_tab) => setSearch({ ...search, transform_tab })}
          connection={shown && executions.connectionOf(shown.webhook_id)}
        />
      </div>
    </div>
  );
}
