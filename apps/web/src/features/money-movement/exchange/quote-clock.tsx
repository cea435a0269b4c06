import { Trans } from "@lingui/react/macro";
import { Note } from "../../../ui/layout/panel.tsx";
import { useCountdown } from "../../../ui/text/use-countdown.ts";

interface QuoteClockProps {
  readonly endsAtMs: number;
  readonly renewing: boolean;
  readonly onRenew: () => void;
}

/** Renders how long a quote can still be confirmed, and afterwards a button for a new one. */
export function QuoteClock({ endsAtMs, renewing, onRenew }: QuoteClockProps) {
  const left = useCountdown(endsAtMs);
  if (left > 0) {
    return (
      <p className="text-small text-ink-3" aria-hidden="true">
        <Trans>Rate held for {left} s</Trans>
      </p>
    );
  }
  return (
    <Note tone="caution" role="status">
      <Trans>This rate has expired. Nothing was exchanged.</Trans>{" "}
      <button
        type="button"
        className="target font-semibold underline"
        aria-disabled={renewing}
        onClick={onRenew}
      >
        <Trans>Get a new rate</Trans>
      </button>
    </Note>
  );
}
