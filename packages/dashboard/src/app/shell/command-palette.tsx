/**
 * Mod+K: type a few letters of a page, an action or a name, or paste an id, and press Enter. The shell loads this file
 * when a person first opens the palette.
 */
import { Autocomplete } from "@base-ui/react/autocomplete";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useState } from "react";
import { foundByNameQuery } from "../../resources/places/found-by-name.ts";
import { targetOfId } from "../../resources/places/id-address.ts";
import { useOpenId } from "../../resources/places/use-open-id.ts";
import { changePreferences } from "../../resources/preferences/preferences-store.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { matchesWords } from "../../ui/match-words.ts";
import { MiddleCut } from "../../ui/middle-cut.tsx";
import { Modal } from "../../ui/modal.tsx";
import { useRested } from "../../ui/use-rested.ts";
import { foundGroups, paletteGroups, type PaletteCommand, type PaletteGroup } from "./palette-commands.ts";
import { useSignOut } from "./use-sign-out.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";

const RESTS_AFTER_MS = 150;

export interface CommandPaletteProps {
  session: CurrentSession;
  onClose: () => void;
  onSwitchProject: (projectId: string) => void;
  onShowShortcuts: () => void;
  onShowApiInputs: () => void;
}

export function CommandPalette({
  session,
  onClose,
  onSwitchProject,
  onShowShortcuts,
  onShowApiInputs,
}: CommandPaletteProps) {
  const navigate = useNavigate();
  const open = useOpenId();
  const signOut = useSignOut();
  const [text, setText] = useState("");
  const commands = paletteGroups(session, {
    goTo: (to) => void navigate({ to }),
    switchProject: onSwitchProject,
    setTheme: (theme) => changePreferences((preferences) => ({ ...preferences, theme })),
    setDensity: (density) => changePreferences((preferences) => ({ ...preferences, density })),
    showShortcuts: onShowShortcuts,
    showApiInputs: onShowApiInputs,
    signOut: () => void signOut(),
  });
  const target = targetOfId(text);
  const rested = useRested(text, RESTS_AFTER_MS);
  const found = useQuery(foundByNameQuery(target ? "" : rested));
  const openId = (id: string) => {
    const place = targetOfId(id);
    if (place) void open(place);
  };
  const groups: PaletteGroup[] = target
    ? [
        {
          label: "Open",
          items: [{ label: `Open ${target.name} ${target.id}`, run: () => void open(target) }],
        },
      ]
    : [...commands, ...foundGroups(found.data ?? [], openId)];
  const isSearching = found.isFetching || rested !== text;
  const run = (command: PaletteCommand) => {
    onClose();
    command.run();
  };
  return (
    <Modal
      onClose={onClose}
      aria-label="Search and commands"
      className="inset-x-3 top-[12vh] mx-auto max-h-[70dvh] max-w-140 overflow-hidden rounded-lg border-line-strong max-sm:top-3"
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        // An id has been understood as a whole; its command needs no match.
        filter={target ? null : (command: PaletteCommand, typed) => matchesWords(command.label, typed)}
        value={text}
        onValueChange={setText}
        itemToStringValue={(command: PaletteCommand) => command.label}
        autoHighlight="always"
        keepHighlight
      >
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search aria-hidden className="size-4 text-ink-3" />
          <Autocomplete.Input
            aria-label="Search pages, names and commands"
            placeholder="Go to a page, a name or an ID, or do something…"
            className="h-12 flex-1 bg-transparent text-base outline-none"
            onKeyDown={(press) => {
              if (press.key !== "Escape") return;
              press.preventDefault(); // for the list, which is always open, and for a window below this one
              onClose();
            }}
          />
          <Kbd keys="Escape" />
        </div>
        <Autocomplete.Empty>
          <div className="px-4 py-8 text-center text-sm text-ink-2">
            {isSearching ? "Searching…" : found.isError ? "Names could not be searched" : "Nothing matches"}
          </div>
        </Autocomplete.Empty>
        <Autocomplete.List
          className="min-h-0 overflow-y-auto p-2 empty:hidden"
          aria-label="Pages, names and commands"
        >
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.label} items={group.items} className="mb-2 last:mb-0">
              <Autocomplete.GroupLabel className="px-2 py-1 text-xs text-ink-3">
                {group.label}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: PaletteCommand) => (
                  <Autocomplete.Item
                    key={command.id ?? command.label}
                    value={command}
                    onClick={() => run(command)}
                    className="flex h-8 cursor-default items-center justify-between gap-3 rounded-sm px-2 text-sm outline-none select-none data-highlighted:bg-sel"
                  >
                    <MiddleCut text={command.label} />
                    {command.keys === undefined ? null : <Kbd keys={command.keys} />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Modal>
  );
}
