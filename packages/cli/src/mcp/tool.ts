/**
 * What is a tool of the MCP server, and what may its work use?
 *
 * A tool is data, like a command: name, texts for the model, arguments and work. A tool that writes has two halves, what it
 * would do and doing it; the confirmation between them is here, so that no tool can forget it.
 */
import * as z from "zod/mini";
import type { Client } from "../api/client.ts";
import type { Answer } from "./answer.ts";
import { CONFIRM_WITHIN_MINUTES, type Confirmations } from "./confirmations.ts";

/** What the work of a tool may use. */
export interface Surroundings {
  client: Client;
  confirmations: Confirmations;
}

export interface Tool {
  name: string;
  title: string;
  /** For the model: what it gets, and when it should use another tool. */
  description: string;
  input: z.ZodMiniObject;
  /** Null: it changes nothing. */
  writes: { isDestructive: boolean } | null;
  run(input: unknown, around: Surroundings): Promise<Answer>;
}

interface Texts {
  name: string;
  title: string;
  description: string;
}

export function defineTool<Input extends z.ZodMiniObject>(
  definition: Texts & {
    input: Input;
    run(input: z.output<Input>, around: Surroundings): Promise<Answer>;
  },
): Tool {
  return {
    ...definition,
    writes: null,
    run: (input, around) => definition.run(z.parse(definition.input, input), around),
  };
}

type InputOf<Shape extends z.core.$ZodLooseShape> = z.output<ReturnType<typeof z.strictObject<Shape>>>;

interface WriteDefinition<Shape extends z.core.$ZodLooseShape, Seen> extends Texts {
  shape: Shape;
  /** Whether it can lose what was there before. */
  isDestructive: boolean;
  /** What would happen. Changes nothing. `seen` goes to `act`. */
  plan(input: InputOf<Shape>, around: Surroundings): Promise<Answer & { seen: Seen }>;
  act(input: InputOf<Shape>, seen: Seen, around: Surroundings): Promise<Answer>;
}

const HOW_TO_CONFIRM = `The first call changes nothing: it says what would happen and gives a confirmation. Show that to the person, and call again with the same arguments and the confirmation only if they agree.`;

const Confirmation = z.object({ confirmation: z.optional(z.string()) });

export function defineWrite<Shape extends z.core.$ZodLooseShape, Seen>({
  shape,
  isDestructive,
  description,
  ...rest
}: WriteDefinition<Shape, Seen>): Tool {
  const { name, title } = rest;
  const own = z.strictObject(shape);
  const input = z.strictObject({
    ...shape,
    confirmation: described(
      z.optional(z.string()),
      "From the first call of this tool with the same arguments. Leave it out to see what would happen.",
    ),
  });
  return {
    name,
    title,
    description: `${description} ${HOW_TO_CONFIRM}`,
    input,
    writes: { isDestructive },
    async run(given, around) {
      const { confirmation } = z.parse(Confirmation, given);
      const args = Object.fromEntries(
        Object.entries(z.parse(input, given)).filter(([argument]) => argument !== "confirmation"),
      );
      const checked = z.parse(own, args);
      if (confirmation === undefined) {
        const { seen, ...answer } = await rest.plan(checked, around);
        const token = around.confirmations.issue(name, args, seen);
        return {
          ...answer,
          says: [
            "Dry run: nothing was changed.",
            ...answer.says,
            `To do exactly this, call ${name} within ${CONFIRM_WITHIN_MINUTES} minutes with the same arguments and confirmation ${JSON.stringify(token)}.`,
          ],
        };
      }
      // Safe: only this tool issues tokens of its name, with what its own plan has seen.
      const seen = around.confirmations.redeem(confirmation, name, args) as Seen;
      return rest.act(checked, seen, around);
    },
  };
}

/** An argument with what the model must know about it. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return schema.check(z.describe(description));
}
