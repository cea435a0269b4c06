import { Plural } from "@lingui/react/macro";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

interface AgeTextProps {
  readonly since: string;
  /** The server's current time. */
  readonly at: string;
}

/** Shows an elapsed time in minutes, hours, or days, using the largest unit that fits. */
export function AgeText({ since, at }: AgeTextProps) {
  const passedMs = new Date(at).getTime() - new Date(since).getTime();
  const minutes = Math.max(0, Math.floor(passedMs / MINUTE_MS));
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours === 0) {
    return <Plural value={minutes} one="# minute" other="# minutes" />;
  }
  const days = Math.floor(hours / DAY_HOURS);
  return days === 0 ? (
    <Plural value={hours} one="# hour" other="# hours" />
  ) : (
    <Plural value={days} one="# day" other="# days" />
  );
}
