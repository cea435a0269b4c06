import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Everyday names of merchant categories, each with its merchant category code (MCC). */
export const MERCHANT_KINDS: readonly (readonly [mcc: string, label: MessageDescriptor])[] = [
  ["7311", msg`Online advertising`],
  ["5734", msg`Software and apps`],
  ["7372", msg`Cloud and hosting`],
  ["5816", msg`Games and digital goods`],
  ["4899", msg`Streaming and TV`],
  ["4814", msg`Phone and internet`],
  ["5411", msg`Groceries`],
  ["5812", msg`Restaurants`],
  ["5651", msg`Clothing`],
  ["5732", msg`Electronics`],
  ["4511", msg`Flights`],
  ["7011", msg`Hotels`],
  ["4121", msg`Taxis and ride-shares`],
  ["5541", msg`Fuel`],
  ["8299", msg`Education`],
  ["8099", msg`Health`],
  ["7399", msg({ message: "Something else", context: "kind of merchant" })],
];
