import { useEffect, useState } from "react";

function secondsUntil(endsAtMs: number): number {
  return Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
}

/** Whole seconds left until a time, kept current; 0 once it has passed or where there is none. */
export function useCountdown(endsAtMs: number | null): number {
  const [left, setLeft] = useState(() => (endsAtMs === null ? 0 : secondsUntil(endsAtMs)));
  useEffect(() => {
    const update = () => setLeft(endsAtMs === null ? 0 : secondsUntil(endsAtMs));
    update();
    if (endsAtMs === null) {
      return;
    }
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return left;
}
