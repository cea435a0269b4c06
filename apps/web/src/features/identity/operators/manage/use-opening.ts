import { useState } from "react";

/**
 * Manages a sheet that is reset each time it opens and stays open even if its button disappears.
 */
export function useOpening<T>() {
  const [opening, setOpening] = useState<{
    readonly serial: number;
    readonly open: boolean;
    readonly what: T;
  }>();
  return {
    opening,
    open: (what: T) =>
      setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, open: true, what })),
    close: () => setOpening((last) => last && { ...last, open: false }),
  };
}
