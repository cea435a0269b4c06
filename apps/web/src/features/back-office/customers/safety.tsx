import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { useState } from "react";
import { useLocale } from "../../../lib/locale.ts";
import { sameCell } from "../../../lib/navigation/cell-links.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { formatFullMoment } from "../../../ui/text/format-date.ts";
import { textLinkClass } from "../../../ui/text/text-link.ts";
import { usePowers } from "./powers.ts";

const LiftHoldSheet = lazySheet(async () => {
  return (await import("./lift-hold-sheet.tsx")).LiftHoldSheet;
});
const FactorResetSheet = lazySheet(async () => {
  return (await import("./factor-reset-sheet.tsx")).FactorResetSheet;
});

interface SafetyProps {
  readonly customer: CustomerProfile;
}

/**
 * Manages a sheet that is reset each time it opens and stays open even if the button that opened it
 * disappears.
 */
function useOpening() {
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  return {
    opening,
    open: () => setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, open: true })),
    close: () => setOpening((last) => last && { ...last, open: false }),
  };
}

/** Shows when a security hold was set on the customer and lets the operator lift it. */
export function HoldPart({ customer }: SafetyProps) {
  const { mayCare } = usePowers();
  const locale = useLocale();
  const { opening, open, close } = useOpening();
  const { securityHold: hold } = customer;
  // Keeps the id of the hold shown when the sheet opened, because another operator may lift that
  // hold in the meantime.
  const [lookedAt, setLookedAt] = useState("");
  const since = hold === null ? "" : formatFullMoment(new Date(hold.since), locale);
  return (
    <>
      {hold !== null && (
        <Note tone="negative" className="mb-3">
          <p>
            <Trans>
              On security hold since {since}: someone opened a “not me” link in an email to this
              customer. Withdrawals, new addresses and card numbers are blocked until you lift the
              hold.
            </Trans>
          </p>
          <p className="mt-1.5">
            {hold.canLift ? (
              <Trans>
                The customer has since reset their password. Speak with them, then lift the hold.
              </Trans>
            ) : (
              <Trans>The customer has to reset their password before you can lift the hold.</Trans>
            )}
          </p>
        </Note>
      )}
      {mayCare && hold?.canLift === true && (
        <Button
          block
          className="mb-3"
          aria-haspopup="dialog"
          onClick={() => {
            setLookedAt(hold.id);
            open();
          }}
        >
          <Trans>Lift the security hold</Trans>
        </Button>
      )}
      {opening !== undefined && (
        <LiftHoldSheet
          key={opening.serial}
          customer={customer}
          holdId={lookedAt}
          open={opening.open}
          onClose={close}
        />
      )}
    </>
  );
}

function WaitingReset({
  reset: { by, reviewId },
}: {
  readonly reset: NonNullable<CustomerProfile["factorReset"]>;
}) {
  return (
    <Note tone="caution" className="mt-4">
      <p>
        <Trans>{by} proposed resetting the second factor. Someone else has to approve it.</Trans>
      </p>
      <Link
        to="/system/reviews"
        search={(old) => ({ open: reviewId, ...sameCell(old) })}
        className={textLinkClass}
      >
        <Trans>See the review</Trans>
      </Link>
    </Note>
  );
}

/** Shows that a second-factor reset is pending, or lets the operator propose one. */
export function FactorResetPart({ customer }: SafetyProps) {
  const { mayCare } = usePowers();
  const { opening, open, close } = useOpening();
  const { factorReset, secondFactor } = customer;
  return (
    <>
      {factorReset !== null && <WaitingReset reset={factorReset} />}
      {factorReset === null && mayCare && secondFactor && (
        <Button block className="mt-3" aria-haspopup="dialog" onClick={open}>
          <Trans>Reset the second factor</Trans>
        </Button>
      )}
      {opening !== undefined && (
        <FactorResetSheet
          key={opening.serial}
          customer={customer}
          open={opening.open}
          onClose={close}
        />
      )}
    </>
  );
}
