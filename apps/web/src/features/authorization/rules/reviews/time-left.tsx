import { Trans, useLingui } from "@lingui/react/macro";
import { Hourglass } from "lucide-react";
import { classNames } from "../../../../ui/style/class-names.ts";

interface TimeLeftProps {
  /** Whole seconds; 0 when the time is up. */
  readonly seconds: number;
}

const HOUR = 3_600;
const MINUTE = 60;
const URGENT_SECONDS = 600;

/**
 * Shows how much longer a payment will be held: in hours and minutes, or in minutes and seconds
 * during the last hour.
 */
export function TimeLeft({ seconds }: TimeLeftProps) {
  const { t } = useLingui();
  const urgent = seconds < URGENT_SECONDS;
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const clock = `${minutes}:${String(seconds % MINUTE).padStart(2, "0")}`;
  const padded = String(minutes).padStart(2, "0");
  return (
    <span
      className={classNames(
        "flex items-center gap-1.5 text-small font-medium whitespace-nowrap",
        urgent ? "text-negative" : "text-caution",
      )}
    >
      <Hourglass aria-hidden="true" size={16} strokeWidth={1.75} />
      <span>
        {seconds === 0 && <Trans>Time expired</Trans>}
        {seconds > 0 && hours > 0 && (
          <Trans>
            {hours}h {padded}m left
          </Trans>
        )}
        {seconds > 0 && hours === 0 && <Trans>{clock} left</Trans>}
      </span>
      <span role="status" className="sr-only">
        {urgent && seconds > 0 ? t`Less than ten minutes left` : ""}
      </span>
    </span>
  );
}
