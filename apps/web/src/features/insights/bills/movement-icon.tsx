import type { Merchant, MovementKind } from "@tessera/contract/insights/bills.schemas";
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CreditCard,
  type LucideIcon,
  Megaphone,
  Monitor,
  Plane,
  Replace,
  Scale,
  ShoppingBag,
  Store,
  Undo2,
} from "lucide-react";

const KIND_ICONS: Readonly<Record<MovementKind, LucideIcon>> = {
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
  withdrawal_return: Undo2,
  card_opening: CreditCard,
  card_deposit: ArrowDownLeft,
  card_withdraw: ArrowUpRight,
  card_close: CreditCard,
  card_replacement: Replace,
  purchase: Store,
  refund: Undo2,
  force_post: Store,
  correction: Scale,
  exchange: ArrowLeftRight,
};

const CATEGORY_ICONS: Readonly<Record<Merchant["category"], LucideIcon>> = {
  advertising: Megaphone,
  software: Monitor,
  travel: Plane,
  shopping: ShoppingBag,
  other: Store,
};

interface MovementIconProps {
  readonly kind: MovementKind;
  readonly category?: Merchant["category"] | undefined;
}

/**
 * Renders the icon of a movement or its merchant. The icon is decorative, because the title conveys
 * the same information.
 */
export function MovementIcon({ kind, category }: MovementIconProps) {
  const merchantIcon = category === undefined ? undefined : CATEGORY_ICONS[category];
  const Icon = (kind === "refund" ? undefined : merchantIcon) ?? KIND_ICONS[kind] ?? Store;
  return <Icon aria-hidden="true" size={20} strokeWidth={1.75} />;
}

/** Renders the icon in a square tile, for lists where all rows belong to the same card. */
export function MovementTile(props: MovementIconProps) {
  return (
    <span className="grid size-10 flex-none place-items-center rounded-small bg-fill text-ink-2">
      <MovementIcon {...props} />
    </span>
  );
}
