/** Shows a secret once, until the user confirms that it is saved. */
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { Button } from "./button";
import { CodeBlock } from "./code-block";
import { Dialog } from "./dialog";
import { Notice } from "./notice";

/** The storage of each kind of secret explains why it is shown only once. */
const kinds = {
  apiKey: {
    name: t("API key"),
    note: t("This key is shown only once. Tollgate stores only a hash of it."),
  },
  clientSecret: {
    name: t("Client secret"),
    note: t("This secret is shown only once. Tollgate stores only a hash of it."),
  },
  signingSecret: {
    name: t("Signing secret"),
    note: t("This secret is shown only once. Tollgate keeps it encrypted to sign your events."),
  },
};

type Props = {
  title: string;
  kind: keyof typeof kinds;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
};

export function SecretDialog({ title, kind, secret, children, onClose }: Props) {
  return (
    <Dialog firm title={title} onClose={onClose}>
      <div className="grid gap-4">
        <Notice icon={TriangleAlert} tone="warn">
          {kinds[kind].note}
        </Notice>
        <CodeBlock wraps title={kinds[kind].name} code={secret} />
        {children}
        <Button variant="primary" onClick={onClose} className="justify-self-end">
          {t("I have saved it")}
        </Button>
      </div>
    </Dialog>
  );
}
