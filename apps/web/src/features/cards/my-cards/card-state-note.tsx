import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { ReactNode } from "react";
import { Note } from "../../../ui/layout/panel.tsx";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";

/** Explains what a card that is restricted or no longer open can still do. */
export function CardStateNote({ card }: { readonly card: Card }) {
  const { replaces } = card;
  return (
    <>
      <State card={card} />
      {replaces !== null && card.status !== "closed" && (
        <Note className="mt-4">
          <Trans>This card replaced another one.</Trans>{" "}
          <CardLink cardId={replaces}>
            <Trans>See its history</Trans>
          </CardLink>
        </Note>
      )}
    </>
  );
}

function CardLink({ cardId, children }: { readonly cardId: string; readonly children: ReactNode }) {
  return (
    <Link to="/cards/$cardId" params={{ cardId }} className={inlineLinkClass}>
      {children}
    </Link>
  );
}

function NewCardLink({ cardId }: { readonly cardId: string }) {
  return (
    <CardLink cardId={cardId}>
      <Trans>Go to the new card</Trans>
    </CardLink>
  );
}

function State({ card }: { readonly card: Card }) {
  switch (card.status) {
    case "closed":
      return (
        <Note className="mt-4">
          {card.replacedBy === null ? (
            <Trans>
              This card is closed. Its balance went back to your account; its history stays here.
            </Trans>
          ) : (
            <>
              <Trans>
                This card is closed. Its balance moved to the new card; its history stays here.
              </Trans>{" "}
              <NewCardLink cardId={card.replacedBy} />
            </>
          )}
        </Note>
      );
    case "closing":
      return <ClosingNote card={card} />;
    case "expired":
      return (
        <Note className="mt-4">
          <Trans>
            This card has expired and can’t make payments. You can still transfer its balance out.
          </Trans>
        </Note>
      );
    default:
      return <UsageNote card={card} />;
  }
}

function ClosingNote({ card }: { readonly card: Card }) {
  const { t } = useLingui();
  const count = card.closing?.pendingPayments ?? 0;
  return (
    <Note role="status" className="mt-4">
      <p className="font-semibold">
        {count === 0
          ? t({ message: "Closing", context: "card" })
          : t`${plural(count, {
              one: "Closing, waiting for # payment",
              other: "Closing, waiting for # payments",
            })}`}
      </p>
      <p>
        {card.replacedBy === null ? (
          <Trans>
            The card declines new payments. Once nothing is pending, it closes automatically and its
            balance returns to your account.
          </Trans>
        ) : (
          <>
            <Trans>
              The card declines new payments. Once nothing is pending, it closes automatically and
              the remaining balance moves to the new card.
            </Trans>{" "}
            <NewCardLink cardId={card.replacedBy} />
          </>
        )}
      </p>
    </Note>
  );
}

function UsageNote({ card: { usage, used, lockedMerchant } }: { readonly card: Card }) {
  if (usage === "standard") {
    return null;
  }
  return (
    <Note className="mt-4">
      {usage === "single_use" && !used && (
        <Trans>This card is for a single payment. Any further payments are declined.</Trans>
      )}
      {usage === "single_use" && used && (
        <Trans>
          This single-use card has already been used. Refunds still arrive, and you can transfer the
          rest out.
        </Trans>
      )}
      {usage === "merchant_locked" && lockedMerchant === null && (
        <Trans>The first merchant to charge this card becomes the only one it can pay.</Trans>
      )}
      {usage === "merchant_locked" && lockedMerchant !== null && (
        <Trans>This card is locked to {lockedMerchant} and can’t pay any other merchant.</Trans>
      )}
    </Note>
  );
}
