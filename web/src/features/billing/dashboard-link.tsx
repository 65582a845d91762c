/** Opens a payment in Stripe's dashboard, in a tab of its own. */
import { ExternalLink } from "lucide-react";
import { ButtonAnchor } from "@/ui/button";

type Props = { href: string | null; children: string };

/** Shows nothing for a payment without a dashboard. */
export function DashboardLink({ href, children }: Props) {
  if (href === null) return null;
  return (
    <ButtonAnchor
      size="small"
      href={href}
      target="_blank"
      rel="noreferrer"
      className="justify-self-start"
    >
      {children}
      <ExternalLink aria-hidden className="size-4" />
    </ButtonAnchor>
  );
}
