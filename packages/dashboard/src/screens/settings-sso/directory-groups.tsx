/** The groups of the directory, each with the role that it gives, and the role of everyone else. */
import type { Directory, DirectoryGroup } from "@posthorn/contract/directory-sync";
import { GRANTED_ROLES, type GrantedRole } from "@posthorn/contract/roles";
import { useSetDefaultRole, useSetGroupRole } from "../../resources/directory/directory-actions.ts";
import { useRoleOptions } from "../../resources/people/use-role-options.ts";
import { Select } from "../../ui/select.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";

export function DirectoryGroups({ directory }: { directory: Directory }) {
  const { mutate: setDefault, isPending, variables } = useSetDefaultRole();
  const { groups, default_role } = directory;
  const decides = groups.some(({ role }) => role !== null);
  return (
    <div className="flex flex-col gap-2">
      <Table label="Groups">
        <thead>
          <tr>
            <Th className="w-full">Group</Th>
            <Th className="text-right">People</Th>
            <Th>Role</Th>
          </tr>
        </thead>
        <tbody className="[--cell-h:44px]">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
          <Tr>
            <Td className="text-ink-2">{groups.length === 0 ? "Everyone" : "Everyone else"}</Td>
            <Td className="text-right text-ink-3">–</Td>
            <Td>
              <RoleOf
                label="Role of everyone else"
                none="No access"
                role={isPending ? variables : default_role}
                onChange={setDefault}
              />
            </Td>
          </Tr>
        </tbody>
      </Table>
      {decides ? null : (
        <p className="text-sm text-ink-3">
          {groups.length === 0
            ? "The directory has sent no groups yet."
            : "Until a group has a role, members keep the one that they have."}
        </p>
      )}
    </div>
  );
}

function GroupRow({ group }: { group: DirectoryGroup }) {
  const { mutate: setRole, isPending, variables } = useSetGroupRole();
  return (
    <Tr>
      <Td className="max-w-0">
        <span className="mono block truncate">{group.name}</span>
      </Td>
      <Td className="text-right tabular-nums">{group.members}</Td>
      <Td>
        <RoleOf
          label={`Role of ${group.name}`}
          none="No role"
          role={isPending ? variables.role : group.role}
          onChange={(role) => setRole({ group, role })}
        />
      </Td>
    </Tr>
  );
}

interface RoleOfProps {
  label: string;
  /** What it is called to have none. */
  none: string;
  role: GrantedRole | null;
  onChange: (role: GrantedRole | null) => void;
}

function RoleOf({ label, none, role, onChange }: RoleOfProps) {
  const granted = useRoleOptions(role ?? undefined);
  return (
    <Select
      aria-label={label}
      className="w-32!"
      value={role ?? ""}
      options={[{ value: "", label: none }, ...granted]}
      onChange={({ target }) => onChange(GRANTED_ROLES.find((known) => known === target.value) ?? null)}
    />
  );
}
