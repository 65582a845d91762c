/** The ways through the lists of a customer's sheet. */
import { useSearch } from "@tanstack/react-router";
import { useSite } from "@/api/site";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Pager } from "@/ui/pager";

type Props = { customer: string; count: number; next: string | null };

export function SheetPager({ customer, count, next }: Props) {
  const site = useSite();
  const { cursor, list } = useSearch({ strict: false });
  if (cursor === undefined && next === null) return null;
  const place = { to: paths.customer(), params: { site: site.id, customer } } as const;
  const kept = list ? { list } : {};
  return (
    <Pager status={`${count} on this page, newest first.`}>
      {cursor !== undefined && (
        <ButtonLink size="small" {...place} search={kept} resetScroll={false}>
          First page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink size="small" {...place} search={{ ...kept, cursor: next }} resetScroll={false}>
          Next page
        </ButtonLink>
      )}
    </Pager>
  );
}
