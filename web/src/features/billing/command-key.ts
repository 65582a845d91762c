/** Idempotency keys of commands to a subscription. */
import { useState } from "react";
import { createIdempotencyKeys } from "@/lib/idempotency";
import { problemOf } from "@/lib/problem";

/**
 * A repeat keeps its key while the result is unknown. The server stores the result of a declined payment under the key, so the
 * next attempt gets another key.
 */
export function useCommandKey() {
  const [keyOf, setKeys] = useState(() => createIdempotencyKeys());
  return {
    keyOf,
    renewAfter(error: Error | null) {
      if (error === null || problemOf(error).status === 402) {
        setKeys(() => createIdempotencyKeys());
      }
    },
  };
}
