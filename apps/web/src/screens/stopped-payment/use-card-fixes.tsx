import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type ReactNode, useState } from "react";
import { canUnfreeze } from "../../features/cards/card-standing.ts";
import { useFreeze } from "../../features/cards/cards.mutations.ts";
import { availableOnCard } from "../../features/cards/monthly-limit.ts";
import type { CardFixes } from "../../features/risk/declines/fix-buttons.tsx";
import type { CardNow } from "../../features/risk/declines/fix-plan.ts";
import { messageOf } from "../../lib/api-error.ts";
import { tellOutcome } from "../../lib/tell-outcome.ts";
import { lazySheet } from "../../ui/lazy-part.tsx";
import { showToast } from "../../ui/toast-store.ts";

const FundingSheet = lazySheet(async () => {
  return (await import("../../features/cards/funding/funding-sheet.tsx")).FundingSheet;
});
const CardDetailsSheet = lazySheet(async () => {
  return (await import("../../features/cards/reveal/card-details-sheet.tsx")).CardDetailsSheet;
});

interface Opened {
  readonly name: "funding" | "details";
  readonly amount: string;
  readonly open: boolean;
  /** Each opening starts afresh. */
  readonly serial: number;
}

interface CardHelp {
  readonly fixes: CardFixes;
  readonly now: CardNow;
  /** What opens over the sheet; it belongs inside that one. */
  readonly sheets: ReactNode;
}

/** What a card's own feature does for a payment that was stopped, or that would be. */
export function useCardFixes(card: Card): CardHelp {
  const { t } = useLingui();
  const freeze = useFreeze(card.id);
  const [opened, setOpened] = useState<Opened>();
  const show = (name: Opened["name"], amount = "") =>
    setOpened((before) => ({ name, amount, open: true, serial: (before?.serial ?? 0) + 1 }));
  const unfreeze = () =>
    tellOutcome(freeze, false, {
      onSuccess: () => showToast({ tone: "success", text: t`Card unfrozen` }),
      onError: (error) => showToast({ tone: "failure", text: messageOf(error, t`Unknown error`) }),
    });
  const common = {
    card,
    open: opened?.open ?? false,
    onClose: () => setOpened((before) => before && { ...before, open: false }),
  };
  return {
    fixes: {
      onAddFunds: (amount) => show("funding", amount),
      onUnfreeze: unfreeze,
      unfreezing: freeze.isPending,
      onShowDetails: () => show("details"),
    },
    now: {
      available: availableOnCard(card),
      frozen: canUnfreeze(card),
      owes: card.balance.startsWith("-"),
    },
    sheets: (
      <>
        {opened?.name === "funding" && (
          <FundingSheet
            key={opened.serial}
            {...common}
            operation="deposit"
            amount={opened.amount}
          />
        )}
        {opened?.name === "details" && <CardDetailsSheet key={opened.serial} {...common} />}
      </>
    ),
  };
}
