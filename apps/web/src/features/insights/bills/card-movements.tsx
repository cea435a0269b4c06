import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { cardTransactionsQuery } from "./bills.queries.ts";
import type { FilterCard } from "./filter-options.ts";
import type { ExplainStopped } from "./movement-detail-sheet.tsx";
import { MovementList } from "./movement-list.tsx";

const MovementDetailSheet = lazySheet(async () => {
  return (await import("./movement-detail-sheet.tsx")).MovementDetailSheet;
});

interface CardMovementsProps {
  readonly card: FilterCard;
  readonly Explain?: ExplainStopped | undefined;
}

/** Renders the movements of one card and loads more pages as the user scrolls. */
export function CardMovements({ card, Explain }: CardMovementsProps) {
  const pages = useInfiniteQuery(cardTransactionsQuery(card.id));
  const [opening, setOpening] = useState<{ readonly id: string; readonly open: boolean }>();
  return (
    <>
      <MovementList
        pages={pages}
        cards={undefined}
        withinCard
        onOpen={({ id }) => setOpening({ id, open: true })}
        empty={
          <EmptyState>
            <Trans>No activity on this card yet. Its payments will appear here.</Trans>
          </EmptyState>
        }
      />
      {opening !== undefined && (
        <MovementDetailSheet
          movementId={opening.id}
          open={opening.open}
          onClose={() => setOpening({ ...opening, open: false })}
          cards={[card]}
          Explain={Explain}
        />
      )}
    </>
  );
}
