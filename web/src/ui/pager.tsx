/** Links to the first, previous and next page of a list, and a choice of the page size. */
import { useNavigate } from "@tanstack/react-router";
import { t } from "@/lib/language";
import { pageSizeOf, pageSizes, previousOf, rememberStep } from "@/lib/pages";
import { ButtonLink } from "./button";
import { Filter } from "./filter";

type Search = Record<string, string>;

type Props = {
  link: { to: string; params?: Record<string, string> };
  /** The other parameters of the address: search, filters, order and page size. */
  parameters: Search;
  cursor: string | undefined;
  next: string | null | undefined;
  /** Describes the visible rows. */
  status: string;
};

const sizes = pageSizes.map((size) => ({ value: size, label: t("{size} per page", { size }) }));

/** Renders nothing for a list of one page of the default size. */
export function Pager({ link, parameters, cursor, next, status }: Props) {
  const navigate = useNavigate();
  const size = String(pageSizeOf(parameters["size"]));
  if (cursor === undefined && !next && parameters["size"] === undefined) return null;
  const previous = cursor === undefined ? null : previousOf(cursor);
  function resize(choice: string) {
    const { size: _, ...others } = parameters;
    const search = choice === pageSizes[0] ? others : { ...others, size: choice };
    void navigate({ ...link, search, resetScroll: false });
  }

  return (
    <nav
      aria-label={t("Pages")}
      className="flex flex-wrap items-center justify-between gap-3 border-hairline border-t px-5 py-3"
    >
      <p role="status" className="text-ink-faint text-sm">
        {status}
      </p>
      <div className="flex flex-wrap gap-2">
        <Filter label={t("Rows per page")} options={sizes} value={size} onChange={resize} />
        {cursor !== undefined && (
          <ButtonLink size="small" {...link} resetScroll={false} search={parameters}>
            {t("First page")}
          </ButtonLink>
        )}
        {previous !== null && (
          <ButtonLink
            size="small"
            {...link}
            resetScroll={false}
            search={previous === "" ? parameters : { ...parameters, cursor: previous }}
          >
            {t("Previous page")}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink
            size="small"
            {...link}
            resetScroll={false}
            search={{ ...parameters, cursor: next }}
            onClick={() => rememberStep(next, cursor ?? "")}
          >
            {t("Next page")}
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}
