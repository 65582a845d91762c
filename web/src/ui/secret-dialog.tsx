/** Shows a secret once: it stays until one says that it is kept. */
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { CodeBlock } from "./code-block";
import { Dialog } from "./dialog";
import { Notice } from "./notice";

type Props = {
  title: string;
  /** What the secret is: "API key". */
  what: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
};

export function SecretDialog({ title, what, secret, children, onClose }: Props) {
  return (
    <Dialog firm title={title} onClose={onClose}>
      <div className="grid gap-4">
        <Notice icon={TriangleAlert} tone="warn">
          It is shown once, here and now. We store only its fingerprint.
        </Notice>
        <CodeBlock wraps title={what} code={secret} />
        {children}
        <Button variant="primary" onClick={onClose} className="justify-self-end">
          I have kept it
        </Button>
      </div>
    </Dialog>
  );
}
