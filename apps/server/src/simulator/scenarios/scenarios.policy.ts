import type { Presence } from "@tessera/contract/simulator/sandbox.schemas";
import {
  PRACTICE_SCENARIOS,
  type PRACTICE_STEPS,
  type PracticeDeed,
  type PracticeScenarioId,
  PRACTICE_STEPS as STEPS,
} from "@tessera/contract/simulator/scenarios.schemas";
import type { Span } from "./practice-clock.policy.ts";

/** A merchant in a scenario. The merchant category code determines the category. */
export interface ScenarioMerchant {
  readonly name: string;
  readonly mcc: string;
  readonly country: string;
}

/**
 * A step's amount: either a fixed amount, or the amount by which the step exceeds the card's
 * available balance at that time.
 */
type ScenarioAmount = { readonly minor: bigint } | { readonly beyondAvailableMinor: bigint };

/** A step as data: its actor, its action, its time, and the earlier step that it refers to. */
interface StepOf<Id extends string> {
  readonly deed: PracticeDeed;
  readonly after: Span;
  readonly amount?: ScenarioAmount;
  readonly merchant?: ScenarioMerchant;
  readonly presence?: Presence;
  readonly takesPart?: boolean;
  /** What the merchant asks for in another currency, which the network converts into `amount`. */
  readonly merchantAmount?: { readonly amount: string; readonly currency: string };
  /**
   * The step whose request this step refers to. If that request was declined, this step is skipped.
   */
  readonly about?: Id;
}

type Steps = typeof PRACTICE_STEPS;
type StepsOf<Scenario extends PracticeScenarioId> = {
  readonly [Id in Steps[Scenario][number]]: StepOf<Steps[Scenario][number]>;
};

/** A step that is ready to be played. */
export type ScenarioStep = StepOf<string> & { readonly id: string };

const HOTEL = { name: "Harbor View Hotel", mcc: "7011", country: "US" };
const PUMP = { name: "Ridge Road Fuel", mcc: "5542", country: "US" };
const BISTRO = { name: "Corner Bistro", mcc: "5812", country: "US" };
const ELECTRONICS = { name: "Northwind Electronics", mcc: "5732", country: "US" };
const STREAMING = { name: "Lumen Streaming", mcc: "4899", country: "US" };
const TOLL = { name: "Coastal Toll Roads", mcc: "4784", country: "US" };
const CLOTHES = { name: "Linden Clothing", mcc: "5651", country: "US" };
const TICKETS = { name: "Stagelight Tickets", mcc: "7922", country: "US" };
const BOOKS = { name: "Paper Crane Books", mcc: "5942", country: "US" };
const TEA_ROOM = { name: "Camden Tea Room", mcc: "5812", country: "GB" };
const POUNDS = { amount: "80.00", currency: "GBP" };

const minor = (amountMinor: bigint) => ({ amount: { minor: amountMinor } });
const topUp = (amountMinor: bigint, span: Span) =>
  ({ deed: "top_up", after: span, ...minor(amountMinor) }) as const;

/**
 * Builds one month of a subscription, which the merchant charges without the cardholder being
 * present.
 */
const monthly = (amountMinor: bigint, span: Span) =>
  ({
    deed: "payment",
    after: span,
    ...minor(amountMinor),
    merchant: STREAMING,
    presence: "merchant",
  }) as const;

const disputed = {
  purchase: {
    deed: "payment",
    after: { hours: 1 },
    ...minor(120_00n),
    merchant: TICKETS,
    presence: "remote",
  },
  /**
   * The disputed amount is credited while the case is open. The credit arrives like any other
   * refund.
   */
  credit: {
    deed: "refund",
    after: { days: 5 },
    ...minor(120_00n),
    merchant: TICKETS,
    about: "purchase",
  },
} as const;

const SCENARIOS: { readonly [Scenario in PracticeScenarioId]: StepsOf<Scenario> } = {
  hotel: {
    check_in: {
      deed: "authorisation",
      after: { hours: 1 },
      ...minor(300_00n),
      merchant: HOTEL,
      presence: "present",
    },
    longer_stay: { deed: "increment", after: { days: 1 }, ...minor(60_00n), about: "check_in" },
    check_out: { deed: "clearing", after: { days: 2 }, ...minor(330_00n), about: "check_in" },
    minibar: {
      deed: "force_post",
      after: { days: 2 },
      ...minor(18_00n),
      merchant: HOTEL,
      about: "check_in",
    },
  },
  fuel: {
    pump: {
      deed: "authorisation",
      after: { hours: 1 },
      ...minor(1_00n),
      merchant: PUMP,
      presence: "present",
    },
    filled: { deed: "advice", after: { minutes: 5 }, ...minor(62_40n), about: "pump" },
    settled: { deed: "clearing", after: { hours: 20 }, ...minor(62_40n), about: "pump" },
  },
  tip: {
    bill: {
      deed: "authorisation",
      after: { hours: 2 },
      ...minor(80_00n),
      merchant: BISTRO,
      presence: "present",
    },
    with_tip: { deed: "clearing", after: { days: 1 }, ...minor(96_00n), about: "bill" },
  },
  partial: {
    asks_more: {
      deed: "authorisation",
      after: { hours: 1 },
      amount: { beyondAvailableMinor: 50_00n },
      merchant: ELECTRONICS,
      presence: "present",
      takesPart: true,
    },
    settled: { deed: "clearing", after: { days: 1 }, about: "asks_more" },
    top_up: topUp(500_00n, { hours: 1 }),
  },
  subscription: {
    first_month: monthly(15_00n, { days: 1 }),
    second_month: monthly(15_00n, { months: 1 }),
    price_rise: monthly(18_00n, { months: 1 }),
    fourth_month: monthly(18_00n, { months: 1 }),
  },
  force_post: {
    posted: {
      deed: "force_post",
      after: { days: 1 },
      amount: { beyondAvailableMinor: 30_00n },
      merchant: TOLL,
    },
    top_up: topUp(500_00n, { hours: 1 }),
  },
  refund: {
    purchase: {
      deed: "payment",
      after: { hours: 1 },
      ...minor(75_00n),
      merchant: CLOTHES,
      presence: "remote",
    },
    freeze: { deed: "freeze", after: { days: 2 } },
    refund: {
      deed: "refund",
      after: { days: 1 },
      ...minor(75_00n),
      merchant: CLOTHES,
      about: "purchase",
    },
    unfreeze: { deed: "unfreeze", after: { hours: 1 } },
  },
  dispute_lost: {
    ...disputed,
    lost: { deed: "return_reversal", after: { days: 30 }, ...minor(120_00n), about: "credit" },
  },
  dispute_won: { ...disputed, won: { deed: "wait", after: { days: 30 }, about: "credit" } },
  late_clearing: {
    purchase: {
      deed: "authorisation",
      after: { hours: 1 },
      ...minor(40_00n),
      merchant: BOOKS,
      presence: "remote",
    },
    lapse: { deed: "wait", after: { days: 11 }, about: "purchase" },
    late: { deed: "clearing", after: { days: 1 }, ...minor(40_00n), about: "purchase" },
  },
  abroad: {
    asks: {
      deed: "authorisation",
      after: { hours: 1 },
      ...minor(105_00n),
      merchant: TEA_ROOM,
      merchantAmount: POUNDS,
      presence: "present",
    },
    settled: {
      deed: "clearing",
      after: { days: 2 },
      ...minor(104_50n),
      merchantAmount: POUNDS,
      about: "asks",
    },
  },
  top_up: { top_up: topUp(500_00n, { minutes: 5 }) },
};

/** The scenarios in display order. */
export const SCENARIO_IDS: readonly PracticeScenarioId[] = PRACTICE_SCENARIOS;

/** Lists a scenario's steps in order. */
export function stepsOf(scenario: PracticeScenarioId): readonly ScenarioStep[] {
  const steps: Readonly<Record<string, StepOf<string>>> = SCENARIOS[scenario];
  return STEPS[scenario].flatMap((id) => {
    const step = steps[id];
    return step === undefined ? [] : [{ ...step, id }];
  });
}

/**
 * Returns a step's amount, based on the available balance, or undefined if the step is for the
 * entire pending amount.
 */
export function amountOf({ amount }: ScenarioStep, availableMinor: bigint): bigint | undefined {
  if (amount === undefined) {
    return undefined;
  }
  return "minor" in amount ? amount.minor : availableMinor + amount.beyondAvailableMinor;
}

/** Returns the merchant of a step or, if there is none, of the step that it refers to. */
export function merchantOf(
  scenario: PracticeScenarioId,
  { merchant, about }: ScenarioStep,
): ScenarioMerchant | undefined {
  return merchant ?? stepsOf(scenario).find(({ id }) => id === about)?.merchant;
}
