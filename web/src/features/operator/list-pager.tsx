/** Page links of the operator's lists; the address keeps the search. */
import { useLocation } from "@tanstack/react-router";
import { t } from "@/lib/language";
import { Pager } from "@/ui/pager";

type Props = {
  page: { items: unknown[]; next_cursor?: string | null | undefined } | undefined;
};

export function ListPager({ page }: Props) {
  const { pathname, search } = useLocation();
  const { cursor, ...rest } = search as Record<string, string>;
  if (!page) return null;
  return (
    <Pager
      link={{ to: pathname }}
      parameters={rest}
      cursor={cursor}
      next={page.next_cursor}
      status={t("{count} on this page, newest first.", { count: page.items.length })}
    />
  );
}
