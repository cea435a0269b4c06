import { useState } from "react";

/** A sheet that is made afresh each time it is opened, and outlives the button that opened it. */
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
