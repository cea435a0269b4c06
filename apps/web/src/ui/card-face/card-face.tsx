import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { CircleCheck, Hourglass, type LucideIcon, Moon, Snowflake, TimerOff } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocale } from "../../lib/locale.ts";
import type { LayingMosaicProps } from "../chart/laying-mosaic.tsx";
import { cardName } from "../mosaic/card-name.ts";
import { cardSketch } from "../mosaic/card-sketch.ts";
import { Mosaic } from "../mosaic/mosaic.tsx";
import { colorwayOf, cssColor, type Tier, tierOf, tierPalette } from "../mosaic/palette.ts";
import { cardTraits } from "../mosaic/traits.ts";
import { classNames } from "../style/class-names.ts";
import { formatMoney } from "../text/format-money.ts";
import { spokenMoney } from "../text/spoken-money.ts";
import { NetworkMark, networkName } from "./network-mark.tsx";

function NothingToLay(_: LayingMosaicProps): ReactNode {
  return null;
}

// The animation runs once per card. If its code fails to load, the face appears immediately.
const LayingMosaic = lazy(() =>
  import("../chart/laying-mosaic.tsx").then(
    (module): { default: typeof NothingToLay } => ({ default: module.LayingMosaic }),
    () => ({ default: NothingToLay }),
  ),
);

/** The card fields shown on its face. They include neither the card number nor the CVV. */
export interface FaceCard {
  readonly id: string;
  readonly nickname: string | null;
  readonly network: string;
  readonly type: string;
  readonly currency: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly status: string;
  readonly balance: string;
  /** Freeze layers of an active card. */
  readonly freezes?: readonly { readonly layer: string }[];
  /** Whether a single-use card has already been used for its payment. */
  readonly used?: boolean;
}

export const TIER_LABELS: Readonly<Record<Tier, MessageDescriptor>> = {
  standard: msg`Standard`,
  business: msg`Business`,
  premium: msg`Premium`,
};

/** Formats an expiry date: `09/28`. */
export function formatExpiry(month: number, year: number): string {
  return `${String(month).padStart(2, "0")}/${String(year % 100).padStart(2, "0")}`;
}

function balanceClass(text: string): string {
  if (text.length <= 13) {
    return "card-face-balance";
  }
  return classNames("card-face-balance", text.length <= 15 ? "long" : "longer");
}

const FACE_CHIPS = {
  frozen: [Snowflake, msg`Frozen`],
  expired: [TimerOff, msg`Expired`],
  closing: [Hourglass, msg({ message: "Closing", context: "card" })],
  used: [CircleCheck, msg({ message: "Used", context: "card" })],
  resting: [Moon, msg({ message: "Paused", context: "card" })],
} as const satisfies Record<string, readonly [LucideIcon, MessageDescriptor]>;

/** Returns the status that a card's face shows. */
function standingOf({ status, used, freezes = [] }: FaceCard): string {
  if (status !== "active") {
    return status;
  }
  return used ? "used" : freezes.length > 0 ? "resting" : status;
}

function FaceChip({ standing }: { readonly standing: string }) {
  const { t } = useLingui();
  const chip = Object.entries(FACE_CHIPS).find(([name]) => name === standing)?.[1];
  if (chip === undefined) {
    return null;
  }
  const [Icon, text] = chip;
  return (
    <span className="card-face-chip inline-flex items-center gap-1 rounded-chip bg-[#2c323b] px-1.5 py-0.5 text-micro font-medium text-white">
      <Icon aria-hidden="true" size={12} strokeWidth={2.4} />
      {t(text)}
    </span>
  );
}

/**
 * Returns whether `now` has been true at any time since mounting. Used to render tiles only if
 * needed, because half of them never are.
 */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) {
    setEver(true);
  }
  return ever;
}

interface CardFaceProps {
  readonly card: FaceCard;
  /** Makes the face slightly smaller while pressed; for clickable faces. */
  readonly pressable?: boolean | undefined;
  /** Set for a card that was just issued. Its tiles are laid once, from the core outward. */
  readonly laying?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Renders the face of a card: mosaic, name, tier, balance and public details. */
export function CardFace({ card, pressable, laying, className }: CardFaceProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [laid, setLaid] = useState(false);
  const tier = tierOf(card.type);
  const palette = tierPalette(tier);
  const name = cardName(card, locale);
  const standing = standingOf(card);
  const quiet = standing !== "active";
  const wasQuiet = useEver(quiet);
  const wasLit = useEver(!quiet);
  const balance = formatMoney(card.balance, card.currency);
  const ground = cssColor(colorwayOf(tier, cardTraits(card.id, tier).colorway)[0]);
  const spoken = spokenMoney(card.balance, card.currency, locale);
  return (
    <div
      className={classNames("card-face", pressable && "pressable", className)}
      style={{ color: palette.text, backgroundColor: ground }}
      role="img"
      aria-label={`${name}, ${networkName(card.network)}, ${card.last4}, ${spoken}`}
    >
      {wasQuiet && <Mosaic sketch={cardSketch(card.id, tier, "frozen")} />}
      {wasLit && (
        <Mosaic
          sketch={cardSketch(card.id, tier, "card")}
          className={classNames("fading", quiet && "opacity-0")}
        />
      )}
      {laying && !laid && (
        <Suspense fallback={<div className="laying-wait" />}>
          <LayingMosaic cardId={card.id} tier={tier} onLaid={() => setLaid(true)} />
        </Suspense>
      )}
      <div className="card-face-name">
        {name}
        <span className="card-face-tier" style={{ color: palette.quietText }}>
          {t(TIER_LABELS[tier])}
        </span>
      </div>
      <FaceChip standing={standing} />
      <div className={balanceClass(balance)}>{balance}</div>
      <div className="card-face-meta" style={{ color: palette.quietText }}>
        <span>{`•••• ${card.last4}`}</span>
        <span>{formatExpiry(card.expiryMonth, card.expiryYear)}</span>
        <span>CVV •••</span>
      </div>
      <div className="card-face-network">
        <NetworkMark network={card.network} />
      </div>
    </div>
  );
}

/** Renders a placeholder for a card that is still loading. */
export function CardFaceLoading({ className }: { readonly className?: string | undefined }) {
  return (
    <div aria-hidden="true" className={classNames("card-face bg-fill shadow-none", className)} />
  );
}
