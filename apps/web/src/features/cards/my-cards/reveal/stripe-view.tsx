import type { StripeElementStyle } from "@stripe/stripe-js";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { DetailsLayout } from "./details-layout.tsx";
import type { StripeNumber } from "./open-stripe-number.ts";
import { StripeSlot } from "./stripe-slot.tsx";
import { STRIPE_PATIENCE_MS, StripeUnreachable } from "./stripe-unreachable.ts";

type Copied = "number" | "expiry" | "cvc";

/** Styles for a 44 px touch target around a 20 px icon. */
const COPY_LOOK = { fontSize: "20px", lineHeight: "20px", padding: "12px" } as const;

interface StripeViewProps {
  readonly number: StripeNumber;
  readonly hidesAtMs: number;
  readonly onHide: () => void;
  readonly onFail: (error: StripeUnreachable) => void;
}

/**
 * Shows a card's details for one minute in Stripe's own frames, whose content our code cannot read.
 * The frames are removed with the view.
 */
export function StripeView({ number, hidesAtMs, onHide, onFail }: StripeViewProps) {
  const { elements, key, nonce } = number;
  const [ready, setReady] = useState(false);
  const opening = useMemo(
    () => ({ issuingCard: key.issuerCardId, ephemeralKeySecret: key.ephemeralKey, nonce }),
    [key, nonce],
  );
  const makeNumber = useCallback(
    (style: StripeElementStyle) =>
      elements
        .create("issuingCardNumberDisplay", { ...opening, style })
        .on("ready", () => setReady(true)),
    [elements, opening],
  );
  const makeExpiry = useCallback(
    (style: StripeElementStyle) =>
      elements.create("issuingCardExpiryDisplay", { ...opening, style }),
    [elements, opening],
  );
  const makeCvc = useCallback(
    (style: StripeElementStyle) => elements.create("issuingCardCvcDisplay", { ...opening, style }),
    [elements, opening],
  );
  const giveUp = useEffectEvent(() =>
    onFail(new StripeUnreachable("Stripe's elements did not come")),
  );
  useEffect(() => {
    if (ready) {
      return;
    }
    const timer = setTimeout(() => giveUp(), STRIPE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  const copy = (what: Copied) => <CopySlot elements={elements} what={what} ready={ready} />;
  return (
    <DetailsLayout
      number={{
        value: <StripeSlot make={makeNumber} ready={ready} className="min-h-[26px]" />,
        copy: copy("number"),
      }}
      expiry={{
        value: <StripeSlot make={makeExpiry} ready={ready} className="min-h-[26px]" />,
        copy: copy("expiry"),
      }}
      cvv={{
        value: <StripeSlot make={makeCvc} ready={ready} className="min-h-[26px]" />,
        copy: copy("cvc"),
      }}
      billingAddress={key.billingAddress}
      hidesAtMs={hidesAtMs}
      onHide={onHide}
    />
  );
}

/** Renders Stripe's copy button, which copies directly from Stripe's frame to the clipboard. */
function CopySlot({
  elements,
  what,
  ready,
}: Pick<StripeNumber, "elements"> & { readonly what: Copied; readonly ready: boolean }) {
  const make = useCallback(
    ({ base }: StripeElementStyle) =>
      elements.create("issuingCardCopyButton", {
        toCopy: what,
        style: { base: { ...base, ...COPY_LOOK } },
      }),
    [elements, what],
  );
  return (
    <StripeSlot
      make={make}
      ready={ready}
      className="-mr-3 size-[44px] flex-none overflow-hidden rounded-small text-ink-2"
    />
  );
}
