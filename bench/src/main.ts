import { cpus, totalmem } from "node:os";
import { createLedger } from "@tessera/ledger";
import { loadHistory } from "./backtests.ts";
import { BANK_GOALS, type BankFigures, measureBank } from "./bank.ts";
import { CHAIN_GOALS, type ChainFigures, measureChain } from "./chain/measure-chain.ts";
import { startChildServer } from "./child-server.ts";
import { contendersOf, type Field } from "./contenders.ts";
import { type Environment, openEnvironment } from "./environment.ts";
import { costOf, footprintOf, residentMemoryOf } from "./footprint.ts";
import { fundCards, letDraw } from "./fund-cards.ts";
import { openCallers } from "./http-population.ts";
import { createInteractiveTables } from "./interactive-tables.ts";
import { type Plan, planOf } from "./plan.ts";
import { loadMovements, openPopulation } from "./population.ts";
import { goalsOf, scoreOf, tableOf } from "./report.ts";
import { type Contender, runInterleaved } from "./rounds.ts";
import { serverEnvironment } from "./server-environment.ts";
import { giveStrategies } from "./strategies.ts";
import { prepareTpcb } from "./tpcb.ts";
import { verifyBooks } from "./verify-books.ts";
import {
  DELIVERY_GOALS,
  type DeliveryFigures,
  measureDeliveries,
} from "./webhooks/measure-deliveries.ts";
import { openWithdrawers } from "./withdrawers.ts";

/** What is measured by itself, without the population of the other contenders. */
const ALONE: ReadonlySet<string> = new Set(["bank", "chain", "webhooks"]);
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

async function main(): Promise<void> {
  const plan = planOf(process.argv.slice(2));
  const environment = await openEnvironment();
  const stops: (() => Promise<unknown>)[] = [() => environment.close()];
  try {
    if (isChosen(plan, "bank")) {
      sayBank(await measureBank(environment));
    }
    if (isChosen(plan, "chain")) {
      sayChain(await measureChain(environment));
    }
    if (isChosen(plan, "webhooks")) {
      sayDeliveries(await measureDeliveries(environment));
    }
    if (plan.only === undefined || plan.only.some((name) => !ALONE.has(name))) {
      await measure(plan, environment, stops);
    }
  } finally {
    for (const stop of stops.reverse()) {
      await stop();
    }
  }
}

async function measure(
  plan: Plan,
  environment: Environment,
  stops: (() => Promise<unknown>)[],
): Promise<void> {
  const { owner, db, server: database } = environment;
  say(`${plan.name} run on ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, ${memory()}`);
  const ledger = createLedger({ db });
  stops.push(() => ledger.close());
  const subjects = await openPopulation(environment, ledger, plan.customers);
  const beforeLoad = await footprintOf(owner);
  await loadMovements(ledger, subjects, plan.movements);
  const cost = costOf(beforeLoad, await footprintOf(owner));
  say(`loaded ${plan.customers} customers and ${plan.movements} movements`);

  const tessera = await startChildServer(
    new URL("../../apps/server/src/main.ts", import.meta.url),
    serverEnvironment(environment),
    "/readyz",
  );
  stops.push(() => tessera.stop());
  const atRest = await residentMemoryOf(tessera.pid);
  const everybody = await openCallers(owner, tessera.url, subjects.slice(0, everybodyIn(plan)));
  const callers = everybody.slice(0, plan.callers);
  const guarded = everybody.slice(plan.callers, -plan.drawing - 1);
  const drawing = everybody.slice(-plan.drawing - 1, -1);
  const historian = everybody.at(-1);
  if (historian === undefined) {
    throw new RangeError("nobody has a history");
  }
  await giveStrategies(owner, [...guarded, historian]);
  await letDraw(owner, drawing);
  await loadHistory(ledger, historian, plan.history);
  const interactive = await startChildServer(
    new URL("./interactive-server.ts", import.meta.url),
    serverEnvironment(environment),
    "/readyz",
  );
  stops.push(() => interactive.stop());
  say(`${everybody.length} customers hold a card; both servers answer`);

  await fundCards(ledger, [...callers, ...guarded]);
  const withdrawers = await openWithdrawers(environment, callers);
  await createInteractiveTables(owner);
  const tpcb = await prepareTpcb(environment.tpcbUrl);
  stops.push(() => tpcb.close());
  await owner.unsafe("vacuum analyze");
  await owner.unsafe("checkpoint").catch(() => undefined);
  say(`TPC-B is ready (${tpcb.kind} on ${tpcb.server}); measuring`);

  const people = { subjects, callers, guarded, drawing, withdrawers, historian };
  const field = { plan, owner, database, ledger, ...people, tpcb, tessera, interactive };
  const figures = await runInterleaved(chosen(field), plan, sayFigure);
  const underLoad = await residentMemoryOf(tessera.pid);
  await ledger.close();
  const verified = await verifyBooks(ledger, environment.db);
  say(`every invariant holds of ${verified}`);

  console.log(`\n${tableOf(figures)}\n`);
  console.log(`memory of the server: ${atRest} MiB at rest, ${underLoad} MiB under load`);
  console.log(`one movement: ${cost.wal} bytes of WAL, ${cost.disk} bytes on disk\n`);
  // The ratios require all contenders.
  if (plan.only === undefined) {
    const score = scoreOf(tpcb.kind, figures);
    console.log(`${goalsOf(score)}\n`);
    console.log(JSON.stringify(score));
  }
}

/** Returns the number of customers with a card; the last one has a history. */
function everybodyIn({ callers, guarded, drawing }: Plan): number {
  return callers + guarded + drawing + 1;
}

function isChosen({ only }: Plan, name: string): boolean {
  return only === undefined || only.includes(name);
}

function sayBank({ entries, seconds, mebibytes, credited }: BankFigures): void {
  say(
    `bank statement of ${entries} transactions, ${credited} credited: ${seconds.toFixed(1)} s ` +
      `(goal ${BANK_GOALS.seconds}), peak ${mebibytes} MiB (goal ${BANK_GOALS.mebibytes})`,
  );
}

function sayChain(figures: ChainFigures): void {
  const { addresses, blocks, transfersPerBlock, readSeconds } = figures;
  const { credited, creditSeconds, creditBlocksP95 } = figures;
  say(
    `chain of ${blocks} blocks of ${transfersPerBlock} transfers, ${addresses} addresses: ` +
      `${(blocks / readSeconds).toFixed(1)} blocks a second ` +
      `(goal ${CHAIN_GOALS.blocksPerSecond}); ${credited} credited in ` +
      `${creditSeconds.toFixed(1)} s; credited ${creditBlocksP95.toFixed(2)} blocks after the ` +
      `last confirmation at p95 (goal ${CHAIN_GOALS.creditBlocks})`,
  );
}

function sayDeliveries({ deliveries, perSecond, p99Ms }: DeliveryFigures): void {
  say(
    `${deliveries} webhook deliveries, one endpoint dead: ${perSecond.toFixed(0)} a second ` +
      `(goal ${DELIVERY_GOALS.perSecond} asked for, less the dead one's), p99 ` +
      `${p99Ms.toFixed(0)} ms (goal ${DELIVERY_GOALS.p99Ms})`,
  );
}

function chosen(field: Field): readonly Contender[] {
  return contendersOf(field).filter(({ name }) => isChosen(field.plan, name));
}

function sayFigure(name: string, round: number, figure: Readonly<Record<string, number>>): void {
  const value = figure.perSecond ?? figure.seconds ?? 0;
  const unit = figure.perSecond === undefined ? "seconds" : "a second";
  say(`round ${round} ${name.padEnd(15)} ${value.toFixed(value < 100 ? 2 : 0)} ${unit}`);
}

function memory(): string {
  return `${Math.round(totalmem() / 2 ** 30)} GiB`;
}

await main();
