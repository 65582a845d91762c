/** Whether a person may sign in, and whether they run this installation. */
import type { OperatorUser } from "@/api/types";
import { Badge } from "@/ui/badge";

export function UserBadges({ user }: { user: Pick<OperatorUser, "is_active" | "is_operator"> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {user.is_active ? <Badge>Active</Badge> : <Badge tone="warn">Deactivated</Badge>}
      {user.is_operator && <Badge tone="good">Operator</Badge>}
    </span>
  );
}
