/** First and next page of one of the operator's lists; the address keeps what is searched for. */
import { useLocation } from "@tanstack/react-router";
import { ButtonLink } from "@/ui/button";
import { Pager } from "@/ui/pager";

type Props = {
  page: { items: unknown[]; next_cursor?: string | null | undefined } | undefined;
  order?: string;
};

export function ListPager({ page, order = "newest first" }: Props) {
  const { pathname, search } = useLocation();
  const { cursor, ...found } = search as Record<string, string | undefined>;
  const next = page?.next_cursor;
  if (!page || (!cursor && !next)) return null;
  return (
    <Pager status={`${page.items.length} on this page, ${order}.`}>
      {cursor && (
        <ButtonLink size="small" to={pathname} search={found}>
          First page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink size="small" to={pathname} search={{ ...found, cursor: next }}>
          Next page
        </ButtonLink>
      )}
    </Pager>
  );
}
