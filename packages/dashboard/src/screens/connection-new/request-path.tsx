/** What will happen to a request, from the source through the rules to the destination, as the form is filled in now? */
import type { Rule } from "@posthorn/contract/rules";
import { ArrowRightFromLine, ArrowRightToLine, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { RuleIcon } from "../../resources/rules/rule-icon.tsx";
import { TransformationName } from "../../resources/rules/rule-list.tsx";
import { inActingOrder, RULE_LABELS, ruleWords } from "../../resources/rules/rule-words.ts";
import { rulesMistakes, rulesOf } from "../../resources/rules/rules-form.ts";
import type { ConnectionFormValues } from "./connection-form.ts";
import { useDestinations, useSources } from "./use-ends.ts";

export function RequestPath({ values }: { values: ConnectionFormValues }) {
  const source = useSource(values);
  const destination = useDestination(values);
  const areRulesRight = rulesMistakes(values).length === 0;
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium">What happens to a request</h3>
      <ol className="flex flex-col rounded-md border border-line bg-surface px-3 py-1 text-sm">
        <Station icon={<ArrowRightFromLine />} name={source}>
          receives it
        </Station>
        {areRulesRight ? (
          inActingOrder(rulesOf(values)).map((rule, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rules have no id, and this list is not edited
            <Station key={at} icon={<RuleIcon type={rule.type} />} name={RULE_LABELS[rule.type]}>
              <Words rule={rule} />
            </Station>
          ))
        ) : (
          <Station icon={<TriangleAlert />} name="Rules">
            a rule has a mistake
          </Station>
        )}
        <Station icon={<ArrowRightToLine />} name={destination.name}>
          {destination.place}
        </Station>
      </ol>
    </div>
  );
}

function Words({ rule }: { rule: Rule }) {
  return rule.type === "transform" ? <TransformationName id={rule.transformation_id} /> : ruleWords(rule);
}

function Station({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 border-b border-line py-1.5 last:border-b-0 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <span className="font-medium">{name}</span>
      <span className="ml-auto min-w-0 truncate text-ink-2">{children}</span>
    </li>
  );
}

function useSource({ source_choice, source_id, source }: ConnectionFormValues): string {
  const { models } = useSources(source_id);
  if (source_choice === "new") return source.name === "" ? "New source" : source.name;
  return models.find(({ id }) => id === source_id)?.name ?? "Source";
}

function useDestination(values: ConnectionFormValues): { name: string; place: string } {
  const { destination_choice, destination_id, destination } = values;
  const { models } = useDestinations(destination_id);
  if (destination_choice === "new") {
    const { name, type, url, path } = destination;
    return {
      name: name === "" ? "New destination" : name,
      place: type === "HTTP" ? url : type === "CLI" ? `CLI ${path}` : "Mock API",
    };
  }
  const chosen = models.find(({ id }) => id === destination_id);
  return { name: chosen?.name ?? "Destination", place: chosen ? destinationPlace(chosen) : "" };
}
