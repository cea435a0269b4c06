import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type {
  PRACTICE_STEPS,
  PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";

/** What a step is called, and what happens in it. */
interface StepWords {
  readonly title: MessageDescriptor;
  readonly says: MessageDescriptor;
}

type Steps = typeof PRACTICE_STEPS;

const BUYS: StepWords = {
  title: msg`You pay`,
  says: msg`The payment is approved and settled at once.`,
};
const DISPUTES: StepWords = {
  title: msg`You dispute it`,
  says: msg`The amount is credited while the case is looked into. It comes as a refund.`,
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
      says: msg`The hotel holds what the stay should cost. Nothing is paid yet.`,
    },
    longer_stay: {
      title: msg`You stay longer`,
      says: msg`The hotel asks to hold more on the same authorisation.`,
    },
    check_out: {
      title: msg`You check out`,
      says: msg`The hotel settles less than it held. The rest is free again at once.`,
    },
    minibar: {
      title: msg`A charge comes after you left`,
      says: msg`The minibar was forgotten. The hotel charges it without asking again.`,
    },
  },
  fuel: {
    pump: {
      title: msg`The pump asks for 1.00`,
      says: msg`It only finds out whether the card is good before it lets you fill up.`,
    },
    filled: {
      title: msg`You have filled up`,
      says: msg`The pump tells the real amount, and that much is held from now on.`,
    },
    settled: {
      title: msg`The station settles`,
      says: msg`What was held is paid.`,
    },
  },
  tip: {
    bill: {
      title: msg`The bill is asked for`,
      says: msg`The restaurant holds the bill before you add a tip.`,
    },
    with_tip: {
      title: msg`The bill is settled with the tip`,
      says: msg`The tip was not held. It is taken from what is available.`,
    },
  },
  partial: {
    asks_more: {
      title: msg`The shop asks for more than there is`,
      says: msg`It asks for 50.00 too much, but takes a part. What is there is approved.`,
    },
    settled: {
      title: msg`The shop settles`,
      says: msg`The approved part is paid. You pay the rest in another way.`,
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
      says: msg`The merchant asks by itself, without you.`,
    },
    price_rise: {
      title: msg`The price goes up`,
      says: msg`The merchant asks for 3.00 more. A rule on amounts can stop that.`,
    },
    fourth_month: {
      title: msg`The fourth month`,
      says: msg`The higher price stays.`,
    },
  },
  force_post: {
    posted: {
      title: msg`A charge comes unasked`,
      says: msg`It is 30.00 more than is available. The card pays what it has and owes that.`,
    },
    top_up: TOPS_UP,
  },
  refund: {
    purchase: BUYS,
    freeze: {
      title: msg`You freeze the card`,
      says: msg`From now on nothing new can be paid with it.`,
    },
    refund: {
      title: msg`The shop refunds you`,
      says: msg`The refund arrives although the card is frozen.`,
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
      title: msg`The case is lost`,
      says: msg`The merchant showed that the payment was right. The credit is taken back.`,
    },
  },
  dispute_won: {
    purchase: BUYS,
    credit: DISPUTES,
    won: {
      title: msg`The case is won`,
      says: msg`The credit stays. Nothing moves any more.`,
    },
  },
  late_clearing: {
    purchase: {
      title: msg`The shop asks`,
      says: msg`The amount is held until the shop sends the goods.`,
    },
    lapse: {
      title: msg`Eleven days go by`,
      says: msg`The shop does not settle. The hold ends by itself on the tenth day.`,
    },
    late: {
      title: msg`The shop settles late`,
      says: msg`It was promised the money, so it is paid from what is available.`,
    },
  },
  top_up: { top_up: TOPS_UP },
};

/** The words of a step; undefined for one that a newer server has and this console does not. */
export function stepWords(scenario: PracticeScenarioId, stepId: string): StepWords | undefined {
  const words: Readonly<Record<string, StepWords>> = STEP_WORDS[scenario];
  return words[stepId];
}
