import { Trans } from "@lingui/react/macro";
import type { CardHolder } from "@tessera/contract/cards/holder.schemas";
import { Button } from "../../../../ui/form/button.tsx";
import { Panel } from "../../../../ui/layout/panel.tsx";

/** Shows the cardholder's details as the issuer has them on file, with a button to correct them. */
export function HolderSummary({
  holder: { legalName, address },
  onCorrect,
}: {
  readonly holder: CardHolder;
  readonly onCorrect: () => void;
}) {
  return (
    <Panel className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        <span className="block text-small text-ink-3">
          <Trans>Cardholder</Trans>
        </span>
        {legalName !== null && (
          <span className="block font-medium break-words">
            {legalName.first} {legalName.last}
          </span>
        )}
        {address !== null && (
          <span className="block text-small text-ink-3 break-words">
            {address.line1}, {address.city}
          </span>
        )}
      </p>
      <Button size="md" onClick={onCorrect}>
        <Trans>Edit details</Trans>
      </Button>
    </Panel>
  );
}
