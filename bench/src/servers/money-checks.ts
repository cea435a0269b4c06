import { v7 as uuidv7 } from "uuid";
import { requireThat, tally } from "./check-list.ts";
import type { Answer } from "./client.ts";
import { customerAt, type Lab, originAt } from "./lab.ts";
import { type Customer, paymentWith } from "./people.ts";

const KEYS = 20;
/** How many times each server gets the same request. */
const REPEATS = 3;

/** Sends the same request to every server at once, several times. */
function everywhere(lab: Lab, send: (origin: string) => Promise<Answer>): Promise<Answer[]> {
  const { origins } = lab.group;
  return Promise.all(
    Array.from({ length: REPEATS }, () => origins)
      .flat()
      .map(send),
  );
}

/** Sends card loads under one key each to all servers at once. */
async function repeatTopUps(lab: Lab, { token, cardId }: Customer): Promise<string> {
  const client = lab.newClient();
  const path = `POST /api/cards/${cardId}`;
  const statuses: number[] = [];
  for (let place = 0; place < KEYS; place += 1) {
    const asked = { operation: "deposit", amount: "1.00" };
    const quote = { token, body: asked };
    const { quoteId } = await client.ok(originAt(lab, place), `${path}/quote`, quote);
    const [key, body] = [uuidv7(), { quoteId }];
    const answers = await everywhere(lab, (origin) =>
      client.call(origin, `${path}/deposit`, { token, key, body }),
    );
    statuses.push(...answers.map(({ status }) => status));
    const texts = new Set(answers.map(({ text }) => text));
    requireThat(texts.size === 1, `different responses: ${[...texts].join(" and ")}`);
    const [movement] = answers.map((answer) => String(answer.body.movementId).slice(4));
    const rows = await lab.owner`select from ledger.movement where id = ${movement ?? null}`;
    requireThat(rows.length === 1, `${rows.length} movements for one key`);
  }
  const [row] = await lab.owner<{ count: number }[]>`
    select count(*)::int as count from ledger.movement
    where card_id = ${cardId.slice(5)} and kind = 'card_deposit'`;
  // One more, with which the customer's card was funded.
  requireThat(row?.count === KEYS + 1, `${row?.count} card loads instead of ${KEYS + 1}`);
  return `${KEYS} keys, ${tally(statuses)}: one movement and the same response for each key`;
}

/** Sends network messages under one id each to all servers at once. */
async function repeatMessages(lab: Lab, customer: Customer): Promise<string> {
  const client = lab.newClient();
  const references = Array.from({ length: KEYS }, () => `same-${uuidv7()}`);
  for (const messageId of references) {
    const body = { ...paymentWith(customer, "0.50"), messageId };
    const answers = await everywhere(lab, (origin) =>
      client.call(origin, "POST /sandbox/network/authorize", { body }),
    );
    const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    requireThat(texts.size === 1, `different responses: ${[...texts].join(" and ")}`);
    requireThat(answers[0]?.body?.approved === true, `not approved: ${[...texts][0]}`);
  }
  const [row] = await lab.owner<{ count: number }[]>`
    select count(*)::int as count from ledger.movement
    where card_id = ${customer.cardId.slice(5)} and kind = 'purchase'`;
  requireThat(row?.count === KEYS, `${row?.count} holds instead of ${KEYS}`);
  return `${KEYS} messages: one hold and the same response for each`;
}

/** Spends one balance at all servers at once: only as much as there is may be approved. */
async function overspend(lab: Lab, customer: Customer): Promise<string> {
  const client = lab.newClient();
  const { token, cardId } = customer;
  const before = await client.ok(originAt(lab, 0), `GET /api/cards/${cardId}`, { token });
  const each = (Number(before.balance) / 10).toFixed(2);
  const body = paymentWith(customer, each);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      client.call(originAt(lab, place), "POST /sandbox/network/authorize", { body }),
    ),
  );
  const approved = answers.filter((answer) => answer.body?.approved === true).length;
  const shown = tally(answers.map((answer) => answer.body?.code ?? answer.status));
  requireThat(approved === 10 || approved === 9, `${approved} payments approved: ${shown}`);
  return `40 payments of a tenth of the balance: ${shown}`;
}

/** Checks that money moves once, at whichever servers a request arrives. */
export async function checkMoney(lab: Lab): Promise<void> {
  const { checks, group } = lab;
  const times = REPEATS * group.ports.length;
  await checks.check(`idempotency key: the same card load ${times} times at once`, () =>
    repeatTopUps(lab, customerAt(lab, 6)),
  );
  await checks.check(`network message: the same authorization ${times} times at once`, () =>
    repeatMessages(lab, customerAt(lab, 7)),
  );
  await checks.check("balance: spent on all servers at once", () =>
    overspend(lab, customerAt(lab, 7)),
  );
}
