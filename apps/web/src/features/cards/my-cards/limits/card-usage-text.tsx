import { useLingui } from "@lingui/react/macro";
import type { Card } from "@tessera/contract/cards/cards.schemas";

/**
 * Returns a short text about a card's restricted usage, shown after its tier; null if its usage is
 * unrestricted.
 */
export function useUsageText(): (card: Pick<Card, "usage" | "lockedMerchant">) => string | null {
  const { t } = useLingui();
  return ({ usage, lockedMerchant }) => {
    switch (usage) {
      case "standard":
        return null;
      case "single_use":
        return t`Single use`;
      case "merchant_locked":
        return lockedMerchant === null ? t`Locks to one merchant` : t`Locked to ${lockedMerchant}`;
    }
  };
}
