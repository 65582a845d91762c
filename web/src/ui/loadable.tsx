/** One of three faces of a question: still loading, failed, or here. */
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { isWorthRepeating, problemOf } from "@/lib/problem";
import { Card } from "./card";
import { ErrorCard } from "./error-card";
import { PageHeader } from "./page-header";

type Question<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<Data> = {
  question: Question<Data>;
  skeleton: ReactNode;
  /** There is no card around it: a failure brings its own. */
  framed?: boolean;
  /** There is no heading around it: a failure gets this one. */
  page?: string;
  /** Shown in its place when the server answers that it does not exist. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What was loaded stays on the screen when a later refresh fails. */
export function Loadable<Data>(props: Props<Data>) {
  const { question, skeleton, framed = false, page, missing, children } = props;
  const { data, error, isFetching, refetch } = question;
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
