/** One of three faces of a question: still loading, failed, or here. */
import type { ReactNode } from "react";
import { Card } from "./card";
import { ErrorCard } from "./error-card";

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
  children: (data: Data) => ReactNode;
};

/** What was loaded stays on the screen when a later refresh fails. */
export function Loadable<Data>({ question, skeleton, framed = false, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = question;
  if (data !== undefined) return children(data);
  if (error !== null && !isFetching) {
    const card = <ErrorCard error={error} action="Try again" onAction={() => void refetch()} />;
    return framed ? <Card>{card}</Card> : card;
  }
  return skeleton;
}
