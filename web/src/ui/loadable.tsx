/** Shows one of three states of a query: loading, failed, or loaded. */
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { isWorthRepeating, problemOf } from "@/lib/problem";
import { Card } from "./card";
import { ErrorCard } from "./error-card";
import { PageHeader } from "./page-header";

type QueryState<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<Data> = {
  query: QueryState<Data>;
  skeleton: ReactNode;
  /** There is no card around it, so an error brings its own. */
  framed?: boolean;
  /** There is no heading around it, so an error gets this one. */
  page?: string;
  /** Shown when the server answers 404. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Loaded data stays visible when a later refresh fails. */
export function Loadable<Data>(props: Props<Data>) {
  const { query, skeleton, framed = false, page, missing, children } = props;
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null || isFetching) return skeleton;
  if (missing !== undefined && problemOf(error).status === 404) return missing;
  const retry = { action: t("Try again"), onAction: () => void refetch() };
  const card = <ErrorCard error={error} {...(isWorthRepeating(error) && retry)} />;
  return (
    <>
      {page !== undefined && <PageHeader title={page} />}
      {framed ? <Card>{card}</Card> : card}
    </>
  );
}
