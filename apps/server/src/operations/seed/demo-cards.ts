import type { CurrencyCode } from "@tessera/money";
import type { NetworkMerchant } from "../../authorization/messages/index.ts";

/** A merchant and its usual charge, in minor units. */
export interface DemoMerchant extends NetworkMerchant {
  readonly minMinor: number;
  readonly maxMinor: number;
}

export type DemoCardName = "ads" | "software" | "travel" | "shopping";

/** One of the demo customer's cards, and how it is used. */
export interface DemoCard {
  /** The id of the card product that the card is issued from. */
  readonly segmentId: string;
  readonly currency: CurrencyCode;
  /** The day on which the card is opened, counted from the start of the demo year. */
  readonly opensOnDay: number;
  /** Average number of days between payments. */
  readonly daysBetweenPayments: number;
  /** The amount loaded onto the card when its balance runs low. */
  readonly topUpMinor: bigint;
  readonly merchants: readonly [DemoMerchant, ...DemoMerchant[]];
  /** Subscriptions that are charged every month on a given day. */
  readonly subscriptions: readonly (DemoMerchant & { readonly dayOfMonth: number })[];
}

function merchant(
  name: string,
  mcc: string,
  country: string,
  minMinor: number,
  maxMinor: number = minMinor,
): DemoMerchant {
  return { name, mcc, country, minMinor, maxMinor };
}

/**
 * Four cards on four networks, in three tiers. None has a nickname, so people have to tell them
 * apart by their mosaics. The card that is opened last is the newest, so it is shown first on the
 * home page.
 */
export const DEMO_CARDS: Readonly<Record<DemoCardName, DemoCard>> = {
  ads: {
    segmentId: "01900000-0000-7000-8000-000000000001",
    currency: "USD",
    opensOnDay: 75,
    daysBetweenPayments: 4,
    topUpMinor: 200_000n,
    merchants: [
      merchant("Meta Ads", "7311", "IE", 6_000, 28_000),
      merchant("Google Ads", "7311", "IE", 8_000, 40_000),
      merchant("TikTok Ads", "7311", "SG", 5_000, 18_000),
      merchant("LinkedIn", "7311", "IE", 4_500, 12_000),
    ],
    subscriptions: [],
  },
  software: {
    segmentId: "01900000-0000-7000-8000-000000000002",
    currency: "USD",
    opensOnDay: 2,
    daysBetweenPayments: 12,
    topUpMinor: 50_000n,
    merchants: [
      merchant("Namecheap", "4816", "US", 1_298, 4_600),
      merchant("DigitalOcean", "5817", "US", 1_200, 6_400),
      merchant("Amazon Web Services", "7372", "US", 2_300, 9_800),
    ],
    subscriptions: [
      { ...merchant("Figma", "5817", "US", 3_000), dayOfMonth: 3 },
      { ...merchant("Adobe", "5734", "US", 9_600), dayOfMonth: 8 },
      { ...merchant("GitHub", "5817", "US", 2_100), dayOfMonth: 12 },
      { ...merchant("OpenAI", "7372", "US", 12_000), dayOfMonth: 19 },
      { ...merchant("Google Workspace", "5817", "US", 3_600), dayOfMonth: 26 },
    ],
  },
  travel: {
    segmentId: "01900000-0000-7000-8000-000000000003",
    currency: "USD",
    opensOnDay: 1,
    daysBetweenPayments: 9,
    topUpMinor: 150_000n,
    merchants: [
      merchant("Uber", "4121", "US", 900, 4_800),
      merchant("Cathay Pacific", "4511", "HK", 32_000, 128_455),
      merchant("Booking.com", "7011", "NL", 14_000, 52_000),
      merchant("Hertz", "3357", "US", 9_000, 31_000),
    ],
    subscriptions: [],
  },
  shopping: {
    segmentId: "01900000-0000-7000-8000-000000000004",
    currency: "CNY",
    opensOnDay: 58,
    daysBetweenPayments: 5,
    topUpMinor: 300_000n,
    merchants: [
      merchant("Taobao", "5311", "CN", 3_900, 64_000),
      merchant("JD.com", "5732", "CN", 9_900, 129_900),
      merchant("Starbucks", "5814", "CN", 2_900, 7_800),
      merchant("Eslite", "5942", "TW", 12_000, 38_000),
    ],
    subscriptions: [],
  },
};

export const DEMO_CARD_NAMES = Object.keys(DEMO_CARDS) as DemoCardName[];
