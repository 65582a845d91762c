/** Page links of the lists on the operator's billing page; the address keeps the list and its filters. */
import { useSearch } from "@tanstack/react-router";
import { t } from "@/lib/language";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { Pager } from "@/ui/pager";

type Props = { page: { items: unknown[]; next_cursor: string | null } | undefined };

export function OperatorListPager({ page }: Props) {
  const { cursor, size, list, state, error } = useSearch({ strict: false });
  if (!page) return null;
  return (
    <Pager
      link={{ to: paths.operatorBilling() }}
      parameters={withoutEmpty({ size, list, state, error })}
      cursor={cursor}
      next={page.next_cursor}
      status={t("{count} on this page, newest first.", { count: page.items.length })}
    />
  );
}
