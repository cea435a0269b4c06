import type { Environment } from "../environment.ts";
import { LAB_SETTINGS, mountSmallDisk, SLOW_COMMITS } from "../faults/faulty-database.ts";
import { FaultyServers } from "../faults/faulty-servers.ts";
import type { Caller } from "../http-population.ts";
import { TIME_ZONES } from "./clock-edges.ts";
import { crossEdges } from "./cross-edges.ts";
import { openHistory } from "./history.ts";
import { type FaultCounts, noFaults, type Victims } from "./inflict-fault.ts";
import { type Issuer, startIssuer } from "./issuer/issuer.ts";
import { type IssuerCard, openIssuerCards } from "./issuer/open-issuer-cards.ts";
import { runIssuer } from "./issuer/run-issuer.ts";
import { judgeHolds, judgeRun } from "./judge-run.ts";
import { openCards, openCells } from "./open-cells.ts";
import { type Partners, startPartners } from "./partners/partners.ts";
import { runPartners } from "./partners/run-partners.ts";
import type { Round } from "./rounds.ts";
import { runFaults } from "./run-faults.ts";
import { type Load, type LoadResult, runLoad } from "./run-load.ts";

/** Room for the first cell's data and its write-ahead log. */
const DISK_MEGABYTES = 3_000;
const BANK_CUSTOMERS = 6;
const NETWORK_CARDS = 24;
const DATABASE_SETTINGS = { ...LAB_SETTINGS, ...SLOW_COMMITS };

/** Things to stop, the last one first. */
export class Stops {
  readonly #stops: (() => Promise<unknown>)[] = [];

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  async run(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

interface RoundSettings {
  readonly seed: number;
  /** The file of the history; log files begin with its name. */
  readonly file: string;
  readonly say: (text: string) => void;
  readonly stops: Stops;
}

export interface RoundResult {
  readonly isRight: boolean;
  readonly counts: FaultCounts;
}

/** Starts databases, servers and partners, breaks them under load, and judges what happened. */
export async function runRound(round: Round, settings: RoundSettings): Promise<RoundResult> {
  const { seed, file, say, stops } = settings;
  const disk = await mountSmallDisk(DISK_MEGABYTES);
  if (disk === undefined) {
    say("skipped: the full disk, because this machine does not allow mounting a small one");
  } else {
    stops.add(() => disk.remove());
  }
  const partners = round.hasPartners ? await startPartners(seed) : undefined;
  const issuer = round.hasIssuer ? await startIssuer() : undefined;
  for (const one of [partners, issuer].filter((each) => each !== undefined)) {
    stops.add(() => one.close());
  }
  const environments = await openCells(new Set(round.serves.flat()).size, DATABASE_SETTINGS, {
    ...(disk && { dataFolder: disk.folder }),
    opened: (one) => stops.add(() => one.close()),
  });
  const servers = await FaultyServers.start(environments, {
    serves: round.serves,
    logs: file,
    databaseSettings: DATABASE_SETTINGS,
    timeZones: TIME_ZONES,
    serverSettings: { ...partners?.settings, ...issuer?.settings },
  });
  stops.add(() => servers.stop());
  const callers = await (issuer === undefined ? openAllCards : openAllIssuerCards)(
    environments,
    servers,
  );
  say(`${round.serves.length} servers answer, ${callers.cellOf.size} cards are funded`);

  const history = openHistory(file);
  history.write({ type: "run", seed, servers: round.serves.length });
  const counts = noFaults();
  const victims: Victims = { servers, disk, history, counts };
  const load: Omit<Load, "isOver"> = {
    ...{ environments, servers, history, seed },
    bank: callers.bank,
    network: callers.network,
    cellOf: (customerId) => callers.cellOf.get(customerId) ?? 0,
  };
  const { payments, issuerFaults } = await loadWithFaults(round, load, {
    ...{ victims, say, issuer },
    issued: callers.issued,
  });
  const holdFaults = [...issuerFaults, ...(await judgeHolds(environments, payments))];
  await settleRound(round, load, { victims, partners, say });
  await history.close();
  const isRight = await judgeRun(environments, { file, payments, holdFaults, counts }, say);
  return { isRight, counts };
}

interface Breaking {
  readonly victims: Victims;
  readonly say: (text: string) => void;
}

interface Loading extends Breaking {
  readonly issuer: Issuer | undefined;
  readonly issued: readonly IssuerCard[];
}

async function loadWithFaults(
  round: Round,
  given: Omit<Load, "isOver">,
  { victims, say, issuer, issued }: Loading,
): Promise<LoadResult & { readonly issuerFaults: readonly string[] }> {
  const { servers } = given;
  let isOver = false;
  const load = { ...given, isOver: () => isOver };
  const running = Promise.all([
    runLoad(load),
    issuer === undefined ? [] : runIssuer(load, issuer, issued),
  ]);
  // An error of the faults comes first; the load is awaited below.
  running.catch(() => undefined);
  await runFaults(round, load.seed, victims, say).finally(() => {
    isOver = true;
  });
  const [result, issuerFaults] = await running;
  servers.requireRunning();
  await servers.settle();
  say("the faults are over, and every question is settled");
  return { ...result, issuerFaults };
}

async function settleRound(
  round: Round,
  load: Omit<Load, "isOver">,
  { victims, partners, say }: Breaking & { readonly partners: Partners | undefined },
): Promise<void> {
  if (partners !== undefined) {
    await runPartners(load, partners, victims);
    say("the mail server and the custodian are calm again, and everything is settled");
  }
  const edges = await crossEdges(load, round.isQuick);
  say(`crossed ${edges.join(", ")}`);
  await load.servers.settle();
}

interface Callers {
  readonly bank: readonly Caller[];
  readonly network: readonly Caller[];
  readonly cellOf: ReadonlyMap<string, number>;
  /** The cards with which an issuer's merchants are paid. */
  readonly issued: readonly IssuerCard[];
}

/** Opens funded cards at an issuer: the first ones for the bank, the others for merchants. */
async function openAllIssuerCards(
  [environment]: readonly Environment[],
  servers: FaultyServers,
): Promise<Callers> {
  if (environment === undefined) {
    throw new RangeError("there is no cell");
  }
  const all = BANK_CUSTOMERS + NETWORK_CARDS;
  const cards = await openIssuerCards(environment, servers.addresses[0] ?? "", all);
  const bank = cards.slice(0, BANK_CUSTOMERS).map(({ caller }) => caller);
  return {
    bank,
    network: [],
    cellOf: new Map(cards.map(({ caller }) => [caller.customerId, 0])),
    issued: cards.slice(BANK_CUSTOMERS),
  };
}

/** Opens funded cards in every cell: the first ones for the bank, the others for the network. */
async function openAllCards(
  environments: readonly Environment[],
  servers: FaultyServers,
): Promise<Callers> {
  const bank: Caller[] = [];
  const network: Caller[] = [];
  const cellOf = new Map<string, number>();
  const share = (cards: number) => Math.ceil(cards / environments.length);
  for (const [cell, environment] of environments.entries()) {
    const server = servers.serves.findIndex((cells) => cells.includes(cell));
    const callers = await openCards(environment, {
      address: servers.addresses[server] ?? "",
      cards: share(BANK_CUSTOMERS) + share(NETWORK_CARDS),
      cell,
    });
    bank.push(...callers.slice(0, share(BANK_CUSTOMERS)));
    network.push(...callers.slice(share(BANK_CUSTOMERS)));
    for (const { customerId } of callers) {
      cellOf.set(customerId, cell);
    }
  }
  return { bank, network, cellOf, issued: [] };
}
