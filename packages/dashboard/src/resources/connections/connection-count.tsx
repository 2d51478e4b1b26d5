/** A cell with the number of connections that something has. It links to them, if the list can show them. */
import { Link } from "@tanstack/react-router";

export interface ConnectionCountProps {
  /** Undefined while it loads. */
  count: number | undefined;
  /** Whose connections: "stripe". */
  name: string;
  /** The list of connections can be narrowed to a source or a destination. */
  filter?: { source_id: string } | { destination_id: string };
}

const NUMBER = new Intl.NumberFormat("en-US");

export function ConnectionCount({ count, name, filter }: ConnectionCountProps) {
  if (count === undefined) return "…";
  if (count === 0) return <span className="text-ink-3">–</span>;
  const text = NUMBER.format(count);
  if (filter === undefined) return text;
  return (
    <Link
      to="/connections"
      search={filter}
      aria-label={`${text} ${count === 1 ? "connection" : "connections"} of ${name}`}
      className="inline-block min-w-6 hover:underline"
    >
      {text}
    </Link>
  );
}
