import type { StripeElementStyle } from "@stripe/stripe-js";
import { useEffect, useRef } from "react";
import { Skeleton } from "../../../../ui/list/skeleton.tsx";

/** What every element of Stripe's that stands here can do. */
export interface ShownElement {
  mount(place: HTMLElement): void;
  update(options: { readonly style: StripeElementStyle }): void;
  destroy(): void;
}

/** The look of a place in the theme of the moment, for the frame that comes to stand in it. */
function lookOf(place: HTMLElement): StripeElementStyle {
  const { color, fontFamily, fontSize, fontVariantNumeric, fontWeight, letterSpacing, lineHeight } =
    getComputedStyle(place);
  const fontVariant = fontVariantNumeric;
  return {
    base: { color, fontFamily, fontSize, fontVariant, fontWeight, letterSpacing, lineHeight },
  };
}

interface StripeSlotProps {
  /** Makes the element; the same function for as long as the same element is to stand here. */
  readonly make: (look: StripeElementStyle) => ShownElement;
  readonly ready: boolean;
  readonly className: string;
}

/** A place in which an element of Stripe's stands, in the look of the place. */
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
      {/* A frame of another scheme than its place would get a ground of its own. */}
      <div ref={place} className={`scheme-light ${ready ? "" : "opacity-0"}`} />
      {!ready && <Skeleton className="absolute inset-y-1 left-0 w-full max-w-[200px]" />}
    </div>
  );
}
