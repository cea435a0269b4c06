import type { Locale } from "@tessera/contract/errors/locales";
import { v7 } from "uuid";
import { providers } from "../../adapters/providers/registry.ts";
import { periodIn } from "../../authorization/decision/index.ts";
import { createAnnouncement } from "../../back-office/announcements/index.ts";
import {
  addOperator,
  findPersonByName,
  openCustomer,
  type Person,
} from "../../identity/people/index.ts";
import { addDemoTotp } from "../../identity/second-factor/index.ts";
import { ratesBook } from "../../money-movement/rates/index.ts";
import { StandingClock } from "../../platform/clock.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { hashPassword } from "../../platform/crypto/password-hasher.ts";
import type { DemoSignIn } from "../../platform/http/start-page.ts";
import { DEMO_ANNOUNCEMENTS } from "./demo-announcements.ts";
import { CUSTOMER, OPERATORS, SIGN_INS } from "./demo-people.ts";
import { planDemo } from "./demo-plan.ts";
import { insertProgress, markFinished, selectProgress } from "./demo-seed.repository.ts";
import { playDemo } from "./play-demo.ts";
import { contextAt } from "./seed-clock.ts";
import { withSeedLock } from "./seed-lock.repository.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 366 * 24 * HOUR_MS;

function newPerson(username: string, passwordHash: string) {
  const email = `${username}@tessera.example`;
  return { email, username, passwordHash, locale: "en", requestId: null } as const;
}

async function openPeople(
  past: AppContext,
  tx: Tx,
  hashes: readonly string[],
  acceptedAt: Date,
): Promise<Person> {
  const [own = "", ...others] = hashes;
  const customer = await openCustomer(past, tx, {
    ...newPerson(CUSTOMER.username, own),
    // The accounts are opened in the past and are ready for use today.
    acceptance: { at: acceptedAt, locale: "en", network: null, device: "" },
  });
  if (customer === undefined) {
    throw new Error("the demo customer's address is taken");
  }
  for (const [place, { username, role }] of OPERATORS.entries()) {
    const operator = await addOperator(past, tx, {
      ...newPerson(username, others[place] ?? ""),
      role,
    });
    if (operator !== undefined) {
      await addDemoTotp(past, tx, operator.id);
    }
  }
  return customer;
}

/** Creates the people and records the start, in a single transaction. */
async function begin(context: AppContext, endsAt: Date): Promise<void> {
  const past = contextAt(context, new StandingClock(new Date(endsAt.getTime() - YEAR_MS)));
  const hashes: string[] = [];
  for (const { password } of SIGN_INS) {
    hashes.push(await hashPassword(context.keys, password));
  }
  await inTransaction(context.db, async (tx) => {
    const { customerId } = await openPeople(past, tx, hashes, endsAt);
    if (customerId === null) {
      throw new Error("the demo customer is not a customer");
    }
    await insertProgress(tx, { customerId, endsAt });
  });
}

async function publishAll(context: AppContext, endsAt: Date): Promise<void> {
  for (const [place, { type, title, content }] of DEMO_ANNOUNCEMENTS.entries()) {
    const startsAt = new Date(endsAt.getTime() - (place * 26 + 3) * HOUR_MS);
    const { username: actor, role } = OPERATORS[0];
    const textIn = (locale: Locale) => ({ title: title[locale], content: content[locale] });
    // The id is derived from the start time, so that a start after an interruption does not publish
    // anything twice.
    const id = v7({ msecs: startsAt.getTime(), random: new Uint8Array(16).fill(place + 1) });
    await createAnnouncement(context, {
      id,
      author: { authorId: "demo", actor, role, requestId: null },
      input: {
        type,
        audience: "public",
        draft: false,
        startsAt: startsAt.toISOString(),
        endsAt: null,
        texts: { en: textIn("en"), "zh-CN": textIn("zh-CN"), "zh-TW": textIn("zh-TW") },
      },
    });
  }
}

/**
 * Fetches current exchange rates, since the rates fetched for the demo's deposits are from the
 * past.
 */
async function renewRates(context: AppContext): Promise<void> {
  // Starting the sandbox must not wait for an external server.
  if (context.use(providers).rates?.live === false) {
    await context.use(ratesBook).refresh();
  }
}

async function seed(context: AppContext): Promise<void> {
  const { kysely } = context.db;
  if ((await selectProgress(kysely)) === undefined) {
    // A user with this name exists, so somebody signed up before there was a demo. The database is
    // left unchanged.
    if ((await findPersonByName(kysely, CUSTOMER.username)) !== undefined) {
      return;
    }
    await begin(context, context.clock.now());
  }
  const progress = await selectProgress(kysely);
  if (progress === undefined || progress.isFinished) {
    return;
  }
  const { dayStartsAt } = periodIn(context.config.timeZone, progress.endsAt);
  await playDemo(context, planDemo(progress.endsAt, dayStartsAt), progress);
  await publishAll(context, progress.endsAt);
  await renewRates(context);
  await markFinished(kysely, context.clock.now());
}

/**
 * Fills a sandbox with a demo customer, a year of events, three operators, and announcements, using
 * the same operations as real traffic. Completes what an interrupted start left unfinished, without
 * repeating anything.
 *
 * @returns the sign-ins to print
 */
export async function seedDemo(context: AppContext): Promise<readonly DemoSignIn[]> {
  await withSeedLock(context, () => seed(context));
  return SIGN_INS;
}
