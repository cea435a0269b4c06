import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CURRENCIES } from "@tessera/money";
import { useState } from "react";
import type { CorrectionTarget } from "../../../features/back-office/customers/corrections/correction-form.tsx";
import { CorrectionList } from "../../../features/back-office/customers/corrections/correction-list.tsx";
import { customerCardsQuery } from "../../../features/back-office/customers/customers.queries.ts";
import { usePowers } from "../../../features/back-office/customers/powers.ts";
import { cardLabel } from "../../../features/cards/my-cards/card-label.ts";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";

const ProposeSheet = lazySheet(async () => {
  return (await import("../../../features/back-office/customers/corrections/propose-sheet.tsx"))
    .ProposeSheet;
});

/**
 * Returns the balances that can be adjusted: one account per currency, and all cards that are not
 * closed.
 */
function useTargets(customerId: string): readonly CorrectionTarget[] {
  const { t } = useLingui();
  const locale = useLocale();
  const { data: cards = [] } = useQuery(customerCardsQuery(customerId));
  return [
    ...CURRENCIES.map((currency) => ({ value: currency, currency, label: t`${currency} account` })),
    ...cards
      .filter(({ status }) => status !== "closed")
      .map((card) => {
        const { id, currency } = card;
        const label = `${cardLabel(card, locale)} · ${currency}`;
        return { value: id, cardId: id, currency, label };
      }),
  ];
}

/** Renders the adjustments of one customer. */
export function CorrectionsTab({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { mayCare } = usePowers();
  const targets = useTargets(customerId);
  const [opening, setOpening] = useState<{ readonly serial: number; readonly open: boolean }>();
  return (
    <>
      {mayCare && (
        <Button
          kind="primary"
          size="md"
          aria-haspopup="dialog"
          onClick={() => setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, open: true }))}
        >
          {t`Propose an adjustment`}
        </Button>
      )}
      <div className="mt-2">
        <CorrectionList filters={{ customerId }} named={false} />
      </div>
      {opening !== undefined && (
        <ProposeSheet
          key={opening.serial}
          customerId={customerId}
          targets={targets}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}
