import type { StripeElementStyle } from "@stripe/stripe-js";
import { useEffect, useRef } from "react";
import { Skeleton } from "../../../../ui/list/skeleton.tsx";

/** The methods shared by all Stripe elements displayed here. */
export interface ShownElement {
  mount(place: HTMLElement): void;
  update(options: { readonly style: StripeElementStyle }): void;
  destroy(): void;
}

/** Reads a container's current text styles, which are passed to Stripe's frame. */
function lookOf(place: HTMLElement): StripeElementStyle {
  const { color, fontFamily, fontSize, fontVariantNumeric, fontWeight, letterSpacing, lineHeight } =
    getComputedStyle(place);
  const fontVariant = fontVariantNumeric;
  return {
    base: { color, fontFamily, fontSize, fontVariant, fontWeight, letterSpacing, lineHeight },
  };
}

interface StripeSlotProps {
  /** Creates the element. Passing a different function replaces the element. */
  readonly make: (look: StripeElementStyle) => ShownElement;
  readonly ready: boolean;
  readonly className: string;
}

/** Mounts one of Stripe's elements in a container and gives it the container's text styles. */
export function StripeSlot({ make, ready, className }: StripeSlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) {
      return;
    }
    const element = make(lookOf(current));
    element.mount(current);
    const themed = new MutationObserver(() => element.update({ style: lookOf(current) }));
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      themed.disconnect();
      element.destroy();
    };
  }, [make]);
  return (
    <div className={`relative ${className}`} aria-busy={!ready}>
      {/* An iframe gets an opaque background if its color scheme differs from its container's. */}
      <div ref={place} className={`scheme-light ${ready ? "" : "opacity-0"}`} />
      {!ready && <Skeleton className="absolute inset-y-1 left-0 w-full max-w-[200px]" />}
    </div>
  );
}
