import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { type ReactNode, useState } from "react";
import type { CardFixes } from "../../../features/authorization/rules/declines/fix-buttons.tsx";
import type { CardNow } from "../../../features/authorization/rules/declines/fix-plan.ts";
import { canUnfreeze, isFrozenBy } from "../../../features/cards/my-cards/card-standing.ts";
import { useFreeze } from "../../../features/cards/my-cards/cards.mutations.ts";
import { availableOnCard } from "../../../features/cards/my-cards/limits/monthly-limit.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import type { LimitName } from "../../../lib/card-limits.ts";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";

const FundingSheet = lazySheet(async () => {
  return (await import("../../../features/cards/my-cards/funding/funding-sheet.tsx")).FundingSheet;
});
const CardDetailsSheet = lazySheet(async () => {
  return (await import("../../../features/cards/my-cards/reveal/card-details-sheet.tsx"))
    .CardDetailsSheet;
});

const LimitsSheet = lazySheet(async () => {
  return (
    await import("../../../features/cards/my-cards/settings/load-sheets.ts")
  ).loadLimitsSheet();
});

const VerifySheet = lazySheet(async () => {
  return (
    await import("../../../features/cards/my-cards/verification/load-parts.ts")
  ).loadVerifySheet();
});

interface Opened {
  readonly name: "funding" | "details" | "limits" | "verify";
  readonly amount: string;
  /** The limit that the amount applies to. */
  readonly limit?: LimitName | undefined;
  readonly open: boolean;
  /** Incremented on each opening, so that the sheet starts in its initial state. */
  readonly serial: number;
}

interface CardHelp {
  readonly fixes: CardFixes;
  readonly now: CardNow;
  /** Sheets that open above the current one and must be rendered inside it. */
  readonly sheets: ReactNode;
}

/** Returns the fixes that the card features offer for a stopped payment. */
export function useCardFixes(card: Card): CardHelp {
  const { t } = useLingui();
  const freeze = useFreeze(card.id);
  const [opened, setOpened] = useState<Opened>();
  const show = (name: Opened["name"], amount = "", limit?: LimitName) =>
    setOpened((before) => ({ name, amount, limit, open: true, serial: (before?.serial ?? 0) + 1 }));
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
      onRaiseLimit: (limit, to) => show("limits", to, limit),
      onAllowCurrencies: () => show("limits"),
      onVerify: () => show("verify"),
    },
    now: {
      available: availableOnCard(card),
      frozen: canUnfreeze(card),
      held: isFrozenBy(card, "verification"),
      owes: card.balance.startsWith("-"),
      paysForeign: card.foreignPayments === "allowed",
      ownLimits: {
        perTransaction: { limit: card.ownLimits.perTransaction, spent: "0.00" },
        daily: { limit: card.ownLimits.daily, spent: card.spentToday },
        monthly: { limit: card.ownLimits.monthly, spent: card.spentThisMonth },
      },
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
        {opened?.name === "limits" && (
          <LimitsSheet
            key={opened.serial}
            {...common}
            {...(opened.limit === undefined
              ? { allowsForeign: true }
              : { raise: { limit: opened.limit, to: opened.amount } })}
          />
        )}
        {opened?.name === "details" && <CardDetailsSheet key={opened.serial} {...common} />}
        {opened?.name === "verify" && <VerifySheet key={opened.serial} {...common} />}
      </>
    ),
  };
}
