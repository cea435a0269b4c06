import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  CATEGORIES,
  Channel,
  StrategyWindow,
} from "@tessera/contract/authorization/risk.schemas";

/**
 * Time windows as adverbs. In English, they follow the noun being counted; in Chinese, they precede
 * it.
 */
export const WINDOW_WORDS: Readonly<Record<StrategyWindow, MessageDescriptor>> = {
  day: msg`in a day`,
  week: msg`in a week`,
  month: msg`in a month`,
  year: msg`in a year`,
  lifetime: msg`in total`,
  rolling_1h: msg`within an hour`,
  rolling_24h: msg`within 24 hours`,
  rolling_7d: msg`within 7 days`,
  rolling_30d: msg`within 30 days`,
};

/** Payment categories, phrased for use within a sentence. */
export const CATEGORY_WORDS: Readonly<Record<(typeof CATEGORIES)[number], MessageDescriptor>> = {
  advertising: msg`advertising`,
  software: msg`software`,
  travel: msg`travel`,
  shopping: msg`shopping`,
  other: msg`other things`,
};

/** Channels, phrased for use within a sentence. */
export const CHANNEL_WORDS: Readonly<Record<Channel, MessageDescriptor>> = {
  present: msg`in person`,
  remote: msg`online`,
  merchant: msg`for automatic charges`,
};
