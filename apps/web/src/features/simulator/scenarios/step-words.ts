import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  PRACTICE_STEPS,
  PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";

/** The title of a step, and what happens in it. */
interface StepWords {
  readonly title: MessageDescriptor;
  readonly says: MessageDescriptor;
}

type Steps = typeof PRACTICE_STEPS;

const BUYS: StepWords = {
  title: msg`You pay`,
  says: msg`The payment is approved and settled immediately.`,
};
const DISPUTES: StepWords = {
  title: msg`You dispute the charge`,
  says: msg`The amount is credited as a refund while the case is investigated.`,
};
const TOPS_UP: StepWords = {
  title: msg`You top up the card`,
  says: msg`Practice money moves from the account to the card. What the card owes is repaid first.`,
};

const STEP_WORDS: {
  readonly [Scenario in PracticeScenarioId]: Readonly<Record<Steps[Scenario][number], StepWords>>;
} = {
  hotel: {
    check_in: {
      title: msg`You check in`,
      says: msg`The hotel holds the expected cost of the stay. Nothing is paid yet.`,
    },
    longer_stay: {
      title: msg`You stay longer`,
      says: msg`The hotel asks to hold more under the same authorization.`,
    },
    check_out: {
      title: msg`You check out`,
      says: msg`The hotel settles for less than it held. The rest is released immediately.`,
    },
    minibar: {
      title: msg`A charge after you left`,
      says: msg`The hotel forgot the minibar and charges it without another authorization.`,
    },
  },
  fuel: {
    pump: {
      title: msg`The pump requests 1.00`,
      says: msg`It checks that the card is valid before you fill up.`,
    },
    filled: {
      title: msg`You finish filling up`,
      says: msg`The pump reports the final amount, and the hold is adjusted to it.`,
    },
    settled: {
      title: msg`The gas station settles`,
      says: msg`The held amount is paid.`,
    },
  },
  tip: {
    bill: {
      title: msg`The restaurant requests payment`,
      says: msg`The restaurant places a hold for the bill before you add a tip.`,
    },
    with_tip: {
      title: msg`The bill settles with the tip`,
      says: msg`The tip was not held. It is paid from the available balance.`,
    },
  },
  partial: {
    asks_more: {
      title: msg`The shop requests more than the balance`,
      says: msg`The merchant requests 50.00 more than available. The available part is approved.`,
    },
    settled: {
      title: msg`The shop settles`,
      says: msg`The approved part is paid. You pay the rest another way.`,
    },
    top_up: TOPS_UP,
  },
  subscription: {
    first_month: {
      title: msg`The first month`,
      says: msg`You sign up and the first month is paid.`,
    },
    second_month: {
      title: msg`The second month`,
      says: msg`The merchant charges the card automatically.`,
    },
    price_rise: {
      title: msg`The price goes up`,
      says: msg`The merchant charges 3.00 more. An amount rule can stop this.`,
    },
    fourth_month: {
      title: msg`The fourth month`,
      says: msg`The new price is charged from now on.`,
    },
  },
  force_post: {
    posted: {
      title: msg`A charge without authorization`,
      says: msg`The charge is 30.00 above the balance. The card pays what it has and owes 30.00.`,
    },
    top_up: TOPS_UP,
  },
  refund: {
    purchase: BUYS,
    freeze: {
      title: msg`You freeze the card`,
      says: msg`From now on, new payments are declined.`,
    },
    refund: {
      title: msg`The shop refunds you`,
      says: msg`The refund arrives even though the card is frozen.`,
    },
    unfreeze: {
      title: msg`You unfreeze the card`,
      says: msg`It can pay again.`,
    },
  },
  dispute_lost: {
    purchase: BUYS,
    credit: DISPUTES,
    lost: {
      title: msg`You lose the dispute`,
      says: msg`The merchant proved that the payment was correct. The credit is taken back.`,
    },
  },
  dispute_won: {
    purchase: BUYS,
    credit: DISPUTES,
    won: {
      title: msg`You win the dispute`,
      says: msg`You keep the credit. Nothing else moves.`,
    },
  },
  late_clearing: {
    purchase: {
      title: msg`The shop requests payment`,
      says: msg`The amount is held until the shop ships the goods.`,
    },
    lapse: {
      title: msg`Eleven days pass`,
      says: msg`The shop doesn’t settle. The hold expires on the tenth day.`,
    },
    late: {
      title: msg`The shop settles late`,
      says: msg`The payment was authorized, so the merchant is paid from the available balance.`,
    },
  },
  abroad: {
    asks: {
      title: msg`The restaurant asks for 80.00 pounds`,
      says: msg`The network converts the amount, and the card holds it in its own currency.`,
    },
    settled: {
      title: msg`The restaurant settles`,
      says: msg`It settles at that day’s rate, which is a little lower. The rest is released.`,
    },
  },
  top_up: { top_up: TOPS_UP },
};

/**
 * Returns the texts for a step, or undefined for a step that this version does not know but a newer
 * server does.
 */
export function stepWords(scenario: PracticeScenarioId, stepId: string): StepWords | undefined {
  const words: Readonly<Record<string, StepWords>> = STEP_WORDS[scenario];
  return words[stepId];
}
