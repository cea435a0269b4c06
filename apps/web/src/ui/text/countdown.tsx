import { useLingui } from "@lingui/react/macro";
import { classNames } from "../style/class-names.ts";
import { useCountdown } from "./use-countdown.ts";

const URGENT_SECONDS = 120;

interface CountdownProps {
  /** End time in RFC 3339, as in the API. */
  readonly until: string;
}

/**
 * Renders the minutes and seconds left. Below two minutes, turns red and notifies screen readers
 * once.
 */
export function Countdown({ until }: CountdownProps) {
  const { t } = useLingui();
  const left = useCountdown(new Date(until).getTime());
  const urgent = left < URGENT_SECONDS;
  const seconds = String(left % 60).padStart(2, "0");
  return (
    <span className={classNames("whitespace-nowrap", urgent && "text-negative")}>
      <span aria-hidden="true">{`${Math.floor(left / 60)}:${seconds}`}</span>
      <span role="status" className="sr-only">
        {urgent ? t`Less than two minutes left` : ""}
      </span>
    </span>
  );
}
