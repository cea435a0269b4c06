import { useEffect, useState } from "react";

function secondsUntil(endsAtMs: number): number {
  return Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
}

/**
 * Returns the number of whole seconds left until a time and keeps it up to date; 0 if the time has
 * passed or is null.
 */
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
