import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Button } from "../../../../ui/form/button.tsx";
import { DateInput } from "../../../../ui/form/date-input.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** Returns 9 a.m. local time, that many days from today. */
function morning(days: number): Date {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(MORNING, 0, 0, 0);
  return at;
}

interface SnoozeSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the chosen time in RFC 3339. */
  readonly onSnooze: (until: string) => void;
}

/** Lets an operator choose when a conversation returns to the queue. */
export function SnoozeSheet({ open, onClose, onSnooze }: SnoozeSheetProps) {
  const { t } = useLingui();
  const id = useId();
  const [own, setOwn] = useState("");
  const choices = [
    { label: t`In an hour`, at: () => new Date(Date.now() + HOUR_MS) },
    { label: t`Tomorrow morning`, at: () => morning(1) },
    { label: t`In a week`, at: () => morning(7) },
  ];
  const choose = (at: Date) => {
    onSnooze(at.toISOString());
    onClose();
  };
  const ownTime = new Date(own);
  const isFuture = own !== "" && ownTime.getTime() > Date.now();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Snooze`}
      subtitle={t`It returns at this time, or as soon as the customer writes.`}
    >
      {choices.map(({ label, at }) => (
        <button
          key={label}
          type="button"
          className="flex min-h-13 w-full items-center justify-between gap-3 border-b border-line text-left font-medium"
          onClick={() => choose(at())}
        >
          {label}
          <span className="text-small text-ink-3">
            <DateText at={at().toISOString()} />
          </span>
        </button>
      ))}
      <label htmlFor={id} className="mt-3 mb-1.5 block text-small font-medium text-ink-2">
        <Trans>Another time</Trans>
      </label>
      <DateInput id={id} kind="moment" value={own} onChange={setOwn} />
      <Button
        kind="primary"
        block
        className="mt-3"
        disabled={!isFuture}
        onClick={() => choose(ownTime)}
      >
        <Trans>Snooze</Trans>
      </Button>
    </Sheet>
  );
}
