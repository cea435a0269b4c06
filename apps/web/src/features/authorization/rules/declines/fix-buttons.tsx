import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Fix } from "@tessera/contract/authorization/risk.schemas";
import { useOffers } from "../../../../lib/api/offering.ts";
import type { LimitName } from "../../../../lib/card-limits.ts";
import { useLocale } from "../../../../lib/locale.ts";
import {
  Button,
  type ButtonKind,
  type ButtonProps,
  buttonClass,
} from "../../../../ui/form/button.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import type { OfferedFix } from "./fix-plan.ts";
import { momentAhead } from "./moment-ahead.ts";

/** Actions on a stopped payment, provided by other features. */
export interface CardFixes {
  /** Opens the add-funds form prefilled with this wire amount. */
  readonly onAddFunds: (amount: string) => void;
  readonly onUnfreeze: () => void;
  readonly unfreezing: boolean;
  readonly onShowDetails: () => void;
  /** Opens the owner's limits with the new value for one limit filled in; `to` is a wire amount. */
  readonly onRaiseLimit: (limit: LimitName, to: string) => void;
  /** Opens the owner's limits with payments in other currencies allowed, to be saved. */
  readonly onAllowCurrencies: () => void;
  /** Opens the form where the owner confirms that a card on hold is safe. */
  readonly onVerify: () => void;
}

interface FixButtonsProps {
  readonly fixes: readonly OfferedFix[];
  readonly currency: string;
  readonly card: CardFixes;
  /** Absent for a preflight, because there is no stopped payment to allow. */
  readonly onAllow?: ((kind: "allow_once" | "raise_until") => void) | undefined;
}

interface FixButtonProps extends Omit<FixButtonsProps, "fixes"> {
  readonly fix: OfferedFix;
  readonly kind: ButtonKind;
}

function RaiseLabel({ amount }: { readonly amount: string | undefined }) {
  return amount === undefined ? (
    <Trans>Raise the limit until…</Trans>
  ) : (
    <Trans>Raise by {amount} until…</Trans>
  );
}

function RaiseOwnLabel({ limit, to }: { readonly limit: LimitName; readonly to: string }) {
  switch (limit) {
    case "perTransaction":
      return <Trans>Raise your limit per purchase to {to}</Trans>;
    case "daily":
      return <Trans>Raise your daily limit to {to}</Trans>;
    case "monthly":
      return <Trans>Raise your monthly limit to {to}</Trans>;
  }
}

function Later({ fix }: { readonly fix: Fix }) {
  const locale = useLocale();
  if ((fix.kind === "wait" || fix.kind === "raise_card_limit") && fix.at !== undefined) {
    const when = momentAhead(new Date(fix.at), locale, new Date());
    return <Trans>Or wait until it’s available again {when}.</Trans>;
  }
  return fix.kind === "allow_once" ? (
    <Trans>After a payment is declined, you can allow it once from its details.</Trans>
  ) : null;
}

interface RaiseOwnButtonProps extends Pick<FixButtonProps, "fix" | "currency" | "card"> {
  readonly look: Pick<ButtonProps, "kind" | "block">;
}

function RaiseOwnButton({ fix, look, currency, card }: RaiseOwnButtonProps) {
  const { limit, raiseTo } = fix;
  return limit === undefined || raiseTo === undefined ? null : (
    <Button {...look} onClick={() => card.onRaiseLimit(limit, raiseTo)}>
      <RaiseOwnLabel limit={limit} to={formatMoney(raiseTo, currency)} />
    </Button>
  );
}

function FixButton({ fix, kind, currency, card, onAllow }: FixButtonProps) {
  const { t } = useLingui();
  const amount = fix.amount === undefined ? undefined : formatMoney(fix.amount, currency);
  const look = { kind, block: true };
  const offersCards = useOffers("cards");
  switch (fix.kind) {
    case "top_up":
    case "repay":
      return (
        <Button {...look} onClick={() => card.onAddFunds(fix.amount ?? "")}>
          {fix.kind === "repay" ? <Trans>Repay {amount}</Trans> : <Trans>Add {amount}</Trans>}
        </Button>
      );
    case "allow_once":
      return (
        <Button {...look} onClick={() => onAllow?.("allow_once")}>
          <Trans>Allow once</Trans>
        </Button>
      );
    case "raise_until":
      return (
        <Button {...look} onClick={() => onAllow?.("raise_until")}>
          <RaiseLabel amount={amount} />
        </Button>
      );
    case "raise_card_limit":
      return <RaiseOwnButton fix={fix} look={look} currency={currency} card={card} />;
    case "allow_currencies":
      return (
        <Button {...look} aria-haspopup="dialog" onClick={card.onAllowCurrencies}>
          <Trans>Allow payments in other currencies</Trans>
        </Button>
      );
    case "unfreeze":
      return (
        <Button
          {...look}
          onClick={card.onUnfreeze}
          loadingLabel={card.unfreezing ? t`Unfreezing` : undefined}
        >
          <Trans>Unfreeze the card</Trans>
        </Button>
      );
    case "verify":
      return (
        <Button {...look} aria-haspopup="dialog" onClick={card.onVerify}>
          <Trans>Confirm that the card is safe</Trans>
        </Button>
      );
    case "reveal":
      return (
        <Button {...look} onClick={card.onShowDetails}>
          <Trans>Show the card’s details</Trans>
        </Button>
      );
    case "apply":
      return offersCards ? (
        <Link to="/card-selection" className={buttonClass(look)}>
          <Trans>Apply for another card</Trans>
        </Link>
      ) : null;
    case "wait":
      return null;
  }
}

function keyOf({ kind, limit }: Fix): string {
  return limit === undefined ? kind : `${kind} ${limit}`;
}

/** Renders a button for each fix, and only text for a fix that just requires waiting. */
export function FixButtons({ fixes, onAllow, ...rest }: FixButtonsProps) {
  const open = fixes.filter(({ done }) => !done);
  const isGrant = ({ kind }: Fix) => kind === "allow_once" || kind === "raise_until";
  const pressed = open.filter(
    (fix) => fix.kind !== "wait" && (onAllow !== undefined || !isGrant(fix)),
  );
  const told = open.filter(
    ({ kind, at }) =>
      kind === "wait" ||
      (kind === "raise_card_limit" && at !== undefined) ||
      (kind === "allow_once" && onAllow === undefined),
  );
  // Either type of grant resolves a failed rule; every other failed check needs a separate fix.
  const parts = new Set(open.map((fix) => (isGrant(fix) ? "rule" : keyOf(fix))));
  return (
    <>
      {parts.size > 1 && pressed.length > 0 && (
        <p className="mt-3 text-small text-ink-2">
          <Trans>More than one check failed, so there’s more than one thing to fix.</Trans>
        </p>
      )}
      {pressed.length > 0 && (
        <div className="mt-3 flex flex-col gap-2.5">
          {pressed.map((fix, index) => (
            <FixButton
              key={keyOf(fix)}
              fix={fix}
              kind={index === 0 ? "primary" : "fill"}
              onAllow={onAllow}
              {...rest}
            />
          ))}
        </div>
      )}
      {told.map((fix) => (
        <p key={keyOf(fix)} className="mt-2.5 text-small text-ink-2">
          <Later fix={fix} />
        </p>
      ))}
    </>
  );
}
