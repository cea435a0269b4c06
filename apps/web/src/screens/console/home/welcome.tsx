import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { useEffect, useState } from "react";
import {
  WelcomeChecklist,
  type WelcomeTarget,
} from "../../../features/console/first-steps/welcome-checklist.tsx";
import {
  progressOf,
  type WelcomeProgress,
} from "../../../features/console/first-steps/welcome-steps.ts";
import {
  billsQuery,
  type MovementFilters,
} from "../../../features/insights/bills/bills.queries.ts";
import { sandboxQuery } from "../../../features/money-movement/wallet/deposit.mutations.ts";
import { useOffers } from "../../../lib/api/offering.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";

const PurchaseSheet = lazySheet(async () => {
  return (await import("../../../features/console/first-steps/purchase-sheet.tsx")).PurchaseSheet;
});

export interface WelcomeProps {
  /** All of the customer's cards, including closed ones. */
  readonly cards: readonly Card[];
  /** Opens the form that adds funds to a card. */
  readonly onFund: (card: Card) => void;
}

interface ChecklistProps extends WelcomeProps {
  readonly onEnd: () => void;
}

/** Returns whether any movement matches the filters, or undefined until that is known. */
function useAny(filters: MovementFilters, enabled = true): boolean | undefined {
  const { data } = useInfiniteQuery({ ...billsQuery(filters), enabled });
  return data?.pages.some((page) => page.data.length > 0);
}

function useProgress(cards: readonly Card[]): WelcomeProgress | undefined {
  // These run one after another, so that they do not compete with requests that the page waits for.
  const deposit = useAny({ kind: "deposit", status: "completed" });
  const funded = useAny({ kind: "card_deposit", status: "completed" }, deposit !== undefined);
  const paid = useAny({ kind: "purchase", status: "completed" }, funded !== undefined);
  const paying = useAny({ kind: "purchase", status: "processing" }, paid === false);
  const purchase = paid || paying;
  if (deposit === undefined || funded === undefined || purchase === undefined) {
    return undefined;
  }
  return {
    // Always true, because signing in requires a verified address.
    email: true,
    deposit,
    card: cards.length > 0,
    funded,
    purchase,
  };
}

/** Returns an active card for a first test payment, preferably one with money. */
function cardToTry(cards: readonly Card[]): Card | undefined {
  const active = cards.filter(({ status }) => status === "active");
  return active.find(({ balance }) => /[1-9]/.test(balance)) ?? active[0];
}

/**
 * Renders the first steps and their progress, or nothing if all were finished on an earlier visit.
 */
export function Checklist({ cards, onFund, onEnd }: ChecklistProps) {
  const done = useProgress(cards);
  const sandbox = useQuery({ ...sandboxQuery, enabled: done !== undefined });
  const card = cardToTry(cards);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const complete = done !== undefined && progressOf(done).next === undefined;
  if (done !== undefined && !complete && !wasOpen) {
    setWasOpen(true);
  }
  // Without deposits or cards, the checklist is not shown; without the card network, no test
  // payment is offered.
  const deposits = useOffers("deposits");
  const cardsOffered = useOffers("cards");
  const networkOffered = useOffers("network");
  // A checklist that was already complete on arrival is not shown.
  const needless = complete && !wasOpen;
  useEffect(() => {
    if (needless) {
      onEnd();
    }
  }, [needless, onEnd]);
  if (done === undefined || needless || !deposits || !cardsOffered) {
    return null;
  }
  const tryIt = () => {
    setAsked(true);
    setOpen(true);
  };
  const purchase: WelcomeTarget | undefined =
    sandbox.data === true && networkOffered
      ? card && tryIt
      : card && { to: "/cards/$cardId", params: { cardId: card.id } };
  return (
    <div className="mt-3 mb-5">
      <WelcomeChecklist
        done={done}
        onDismiss={onEnd}
        targets={{
          email: undefined,
          deposit: { to: "/wallet/deposit" },
          card: { to: "/card-selection" },
          funded: card && (() => onFund(card)),
          purchase,
        }}
      />
      {asked && card && <PurchaseSheet card={card} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}
