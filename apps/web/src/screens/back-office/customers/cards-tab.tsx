import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Card, FreezeLayer } from "@tessera/contract/cards/cards.schemas";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import type { FreezableCard } from "../../../features/back-office/customers/card-freeze-sheet.tsx";
import styles from "../../../features/back-office/customers/customers.module.css";
import { customerCardsQuery } from "../../../features/back-office/customers/customers.queries.ts";
import { usePowers } from "../../../features/back-office/customers/powers.ts";
import { cardLabel } from "../../../features/cards/my-cards/card-label.ts";
import { isFrozenBy } from "../../../features/cards/my-cards/card-standing.ts";
import { CardStatusChip } from "../../../features/cards/my-cards/card-status-chip.tsx";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useLocale } from "../../../lib/locale.ts";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { Button } from "../../../ui/form/button.tsx";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { ListRow } from "../../../ui/list/list-row.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { Money } from "../../../ui/text/money.tsx";

const CardFreezeSheet = lazySheet(async () => {
  return (await import("../../../features/back-office/customers/card-freeze-sheet.tsx"))
    .CardFreezeSheet;
});

/** Returns a function that says by whom or why a card is frozen. */
function useLayerNames(): (card: Card) => string {
  const { t } = useLingui();
  const separator = useLocale() === "en" ? ", " : "、";
  const names: Readonly<Record<FreezeLayer, string>> = {
    customer: t`by the customer`,
    verification: t`for verification`,
    risk: t`by a rule`,
    operator: t`by an operator`,
    schedule: t`by blocked hours`,
  };
  return ({ freezes }) => freezes.map(({ layer }) => names[layer]).join(separator);
}

interface CardLineProps {
  readonly card: Card;
  /** Absent if the operator may not freeze cards. */
  readonly onFreeze: ((card: FreezableCard) => void) | undefined;
}

function CardLine({ card, onFreeze }: CardLineProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const layersOf = useLayerNames();
  const isByOperator = isFrozenBy(card, "operator");
  const isHeld = isFrozenBy(card, "verification");
  const label = cardLabel(card, locale);
  const layers = layersOf(card);
  const verb = isByOperator ? t`Unfreeze ${label}` : t`Freeze ${label}`;
  return (
    <li className={`${styles.row} ${styles.cardLine}`}>
      <ListRow
        lead={<CardThumb cardId={card.id} type={card.type} />}
        title={label}
        meta={layers === "" ? undefined : <Trans>Frozen {layers}</Trans>}
        amount={<Money amount={card.balance} currency={card.currency} />}
        quietAmount={card.status === "closed"}
        status={<CardStatusChip card={card} />}
      />
      {onFreeze !== undefined && card.status !== "closed" && (
        <div className={styles.act}>
          <Button
            size="md"
            kind={isByOperator ? "fill" : "destructive"}
            aria-haspopup="dialog"
            aria-label={verb}
            onClick={() => onFreeze({ id: card.id, label, act: isByOperator ? "lift" : "freeze" })}
          >
            {isByOperator ? t`Unfreeze` : t`Freeze`}
          </Button>
          {isHeld && (
            <Button
              size="md"
              aria-haspopup="dialog"
              aria-label={t`Lift the verification hold on ${label}`}
              onClick={() => onFreeze({ id: card.id, label, act: "lift_hold" })}
            >
              {t`Lift the hold`}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Renders a customer's cards with their freezes, and lets operators freeze or unfreeze them. */
export function CardsTab({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { mayCare } = usePowers();
  const { data, isError, error, refetch } = useQuery(customerCardsQuery(customerId));
  const [opening, setOpening] = useState<{
    readonly serial: number;
    readonly card: FreezableCard;
    readonly open: boolean;
  }>();
  if (data === undefined) {
    return isError ? (
      <ErrorPanel
        message={messageOf(error, t`Couldn’t load the cards.`)}
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows count={3} />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={<CreditCard aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No cards yet.</Trans>
      </EmptyState>
    );
  }
  const ask = (card: FreezableCard) =>
    setOpening((last) => ({ serial: (last?.serial ?? 0) + 1, card, open: true }));
  return (
    <>
      <ul className={styles.cardLines}>
        {data.map((card) => (
          <CardLine key={card.id} card={card} onFreeze={mayCare ? ask : undefined} />
        ))}
      </ul>
      {opening !== undefined && (
        <CardFreezeSheet
          key={opening.serial}
          card={opening.card}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
        />
      )}
    </>
  );
}
