/** Shows a customer in a list: initials, name or id, and the address below. */
import { customerName, initials } from "@/lib/person";
import { Avatar } from "./avatar";

type CellUser = {
  id: string;
  name: string | null;
  email: string | null;
  external_id: string | null;
};

export function UserCell({ user }: { user: CellUser }) {
  const { id, name, email } = user;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar quiet letters={initials(user)} />
      <span className="min-w-0">
        <span className="block wrap-anywhere font-medium">{customerName(user, id)}</span>
        {name && email && (
          <span className="block wrap-anywhere text-ink-faint text-xs">{email}</span>
        )}
      </span>
    </span>
  );
}
