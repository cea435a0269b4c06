import { useState } from "react";

/** Holds a sheet that is reset on each opening and survives the removal of its button. */
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
