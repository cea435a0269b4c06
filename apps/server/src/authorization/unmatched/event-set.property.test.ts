import { formatAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { type ModelAnswer, NetworkModel } from "../../testing/network-model.ts";
import { fund, openCard, ownPayment, send, type TestCard } from "../../testing/test-cards.ts";
import { settleUnmatched } from "./settle-unmatched.ts";

const RUNS = Number(process.env.NETWORK_PROPERTY_RUNS ?? 25);
const STEPS = 40;
/** Long enough that the server's own job never settles a message during a run. */
const WAIT_SECONDS = 3_600;
/**
 * A merchant of each type, with the percentage that may be cleared beyond the authorized amount.
 */
const MERCHANTS = [
  ["5734", 0n],
  ["5812", 20n],
  ["7011", 15n],
] as const;

const step = fc.record({
  act: fc.constantFrom(
    ...["authorize", "authorize", "authorize", "clear", "clear", "clear", "clear"],
    ...["increment", "advice", "advice", "reverse", "reverse", "expire", "single"],
    ...["refund", "return", "force", "fund", "freeze", "early", "early", "arrive", "repeat"],
  ),
  amount: fc.bigInt(1n, 9_000n),
  isWhole: fc.boolean(),
  final: fc.boolean(),
  pick: fc.nat({ max: 1_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp({ UNMATCHED_CLEARING_SECONDS: String(WAIT_SECONDS) });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

type Message = Parameters<typeof send>[1];

/** A card on the server, its model, and the messages sent so far. */
class World {
  readonly model = new NetworkModel();
  readonly customer: TestCustomer;
  readonly card: TestCard;
  readonly references: string[] = [];
  readonly early: string[] = [];
  readonly refunds: string[] = [];
  readonly said: { readonly message: Message; readonly body: object; readonly answer: object }[] =
    [];

  constructor(customer: TestCustomer, card: TestCard) {
    this.customer = customer;
    this.card = card;
  }

  async say(message: Message, content: object, expected: ModelAnswer) {
    const body = { ...content, messageId: newId() };
    const answer = await send(app, message, body);
    expect([message, answer.body.code]).toEqual([message, expected]);
    if (answer.status === 200) {
      this.said.push({ message, body, answer: answer.body });
    }
    return answer.body;
  }

  payment(amount: bigint, mcc: string): object {
    const { cvv, expiryMonth, expiryYear } = this.card;
    const own = ownPayment(this.card, mcc);
    return { ...own, cvv, expiryMonth, expiryYear, amount: formatAmount(amount, "USD") };
  }
}

async function play(world: World, one: Step): Promise<void> {
  const { model } = world;
  const { amount, final, pick, isWhole } = one;
  const [mcc, percent] = MERCHANTS[pick % MERCHANTS.length] ?? MERCHANTS[0];
  // Usually picks one of the two newest authorizations, so that many steps apply to the same one.
  const isOld = pick % 5 === 0;
  const place = isOld ? pick % world.references.length : world.references.length - 1 - (pick % 2);
  const networkReference = world.references[place] ?? newId();
  const about = { networkReference };
  const part = isWhole ? undefined : amount;
  const text = part === undefined ? {} : { amount: formatAmount(part, "USD") };
  const given = { amount: formatAmount(amount, "USD") };
  switch (one.act) {
    case "authorize":
    case "single":
    case "arrive": {
      const reference = one.act === "arrive" ? (world.early.pop() ?? newId()) : newId();
      const isSingle = one.act === "single";
      const expected = isSingle
        ? model.singleMessage(reference, amount, percent)
        : model.authorize(reference, amount, percent);
      const content = { ...world.payment(amount, mcc), networkReference: reference };
      await world.say(isSingle ? "single-message" : "authorize", content, expected);
      if (expected === "approved") {
        world.references.push(reference);
      }
      return;
    }
    case "clear": {
      const expected = model.clear(networkReference, part, final);
      await world.say("clear", { ...about, ...text, final }, expected);
      return;
    }
    case "increment":
      await world.say(
        "increment",
        { ...about, ...given },
        model.increment(networkReference, amount),
      );
      return;
    case "advice": {
      // Often exceeds what the card has available, so that part of the amount cannot be held.
      const advised = amount * 3n;
      const content = { ...about, amount: formatAmount(advised, "USD") };
      await world.say("advice", content, model.advise(networkReference, advised));
      return;
    }
    case "reverse":
      await world.say("reverse", { ...about, ...text }, model.reverse(networkReference, part));
      return;
    case "expire":
      await world.say("expire", about, model.expire(networkReference));
      return;
    default:
      await playBeside(world, one);
  }
}

/** Sends a message that needs no authorization. */
async function playBeside(world: World, { act, amount, final, pick, isWhole }: Step) {
  const { model, card, customer } = world;
  const given = { amount: formatAmount(amount, "USD") };
  switch (act) {
    case "early": {
      const networkReference = newId();
      const kind = (["clearing", "reversal", "advice"] as const)[pick % 3] ?? "clearing";
      const message = ({ clearing: "clear", reversal: "reverse", advice: "advice" } as const)[kind];
      const payment = ownPayment(card);
      const content = {
        networkReference,
        payment,
        ...given,
        ...(kind === "clearing" && { final }),
      };
      world.early.push(networkReference);
      const expected = model.wait(networkReference, { kind, amountMinor: amount, final });
      await world.say(message, content, expected);
      return;
    }
    case "refund": {
      const { movementId } = await world.say("refund", world.payment(amount, "5734"), "approved");
      model.refund(movementId, amount);
      world.refunds.push(movementId);
      return;
    }
    case "return": {
      const refundId = world.refunds[pick % world.refunds.length];
      if (refundId !== undefined) {
        const expected = model.reverseRefund(refundId, isWhole ? undefined : amount);
        await world.say("return-reversal", { refundId, ...(!isWhole && given) }, expected);
      }
      return;
    }
    case "force":
      await world.say("force-post", world.payment(amount, "5734"), model.forcePost(amount));
      return;
    case "fund":
      if (!model.isFrozen) {
        await fund(app, customer, card, amount);
        model.fund(amount);
      }
      return;
    case "freeze":
      model.isFrozen = !model.isFrozen;
      await app.call(customer, `POST /api/cards/${card.id}/${model.isFrozen ? "" : "un"}freeze`);
      return;
    default: {
      const again = world.said[pick % world.said.length];
      if (again !== undefined) {
        const answers = await Promise.all([1, 2].map(() => send(app, again.message, again.body)));
        expect(answers.map(({ body }) => body)).toEqual([again.answer, again.answer]);
      }
    }
  }
}

interface Seen {
  readonly posted: bigint;
  readonly held: bigint;
  readonly owed: bigint;
  readonly days: bigint;
  readonly months: bigint;
  readonly spent: bigint;
  readonly events: number;
  readonly stray: number;
}

function idOf({ id }: TestCard): string {
  return id.slice("card_".length);
}

/**
 * Reads the card from the ledger. `spent` is computed from its history, for comparison with the
 * counters.
 */
async function seen(card: TestCard): Promise<Seen | undefined> {
  const [row] = await app.context.db.sql<Seen[]>`
    with roots as (
      select m.* from ledger.movement m join card on card.customer_id = m.customer_id
      where card.id = ${idOf(card)} and m.card_id = card.id and m.parent_id is null
    ), mine as (
      select roots.* from roots
      union all
      select step.* from roots join ledger.movement step on step.parent_id = roots.id
    )
    select posted_minor as posted, held_minor as held, owed_minor as owed,
      (select coalesce(sum(amount), 0)::bigint from ledger.counter
        where subject = card.id and time_window like 'day:%') as days,
      (select coalesce(sum(amount), 0)::bigint from ledger.counter
        where subject = card.id and time_window like 'month:%') as months,
      (select coalesce(-sum(coalesce(now.amount, roots.amount)), 0)::bigint
        from roots left join ledger.movement_state now on now.movement_id = roots.id
        where roots.kind in ('purchase', 'force_post')
          and coalesce(now.status, roots.status) in ('processing', 'completed')) as spent,
      (select count(*)::int from mine
        where kind not in ('card_opening', 'card_deposit', 'repayment')) as events,
      (select count(*)::int from mine join ledger.transfer t on t.movement_id = mine.id
        where t.debit_account = card.receivable_account
          and mine.kind not in ('force_post', 'return_reversal')
          and not coalesce(mine.data -> 'labels' ? 'late', false)) as stray
    from card_standing card where id = ${idOf(card)}`;
  return row;
}

async function expectSame({ model, card }: World): Promise<void> {
  const { posted, held, owed, spent, events } = model;
  const same = { posted, held, owed, days: spent, months: spent, spent, events, stray: 0 };
  expect(await seen(card)).toEqual(same);
}

test("network messages: the ledger follows the network's rules in any message order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS }), async (steps) => {
      const customer = await app.newCustomer({ USD: 100_000_000n });
      const world = new World(customer, await openCard(app, customer));
      await fund(app, customer, world.card, 20_000n);
      world.model.fund(20_000n);
      for (const one of steps) {
        await play(world, one);
        await expectSame(world);
      }
      app.clock.advance(WAIT_SECONDS + 1);
      await settleUnmatched(app.context);
      world.model.runOut();
      await expectSame(world);
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      ...(process.env.NETWORK_PROPERTY_SEED && { seed: Number(process.env.NETWORK_PROPERTY_SEED) }),
    },
  );
}, 600_000);
