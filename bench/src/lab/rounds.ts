import { FULL, type LabRunOptions } from "./lab-run-options.ts";

/** One run of the lab with servers and databases of its own. */
export interface Round {
  readonly name: string;
  /** The cells that each server serves. Position 0 is cell 1. */
  readonly serves: readonly (readonly number[])[];
  readonly minutes: number;
  /** How often PostgreSQL and servers are killed before the round is over; no limit if absent. */
  readonly kills?: { readonly databases: number; readonly servers: number };
  readonly isQuick: boolean;
  /** Whether a mail server and a custodian fail, too. */
  readonly hasPartners: boolean;
  /** Whether a failing issuer issues the cards and sends the payments, instead of the sandbox. */
  readonly hasIssuer: boolean;
}

const PLAIN = { hasPartners: false, hasIssuer: false };

/** The rounds with the most parts come first. */
const FULL_ROUNDS = [
  { ...PLAIN, name: "an issuer", serves: [[0], [0]], share: 0.2, hasIssuer: true },
  // Each cell has a server of its own, which passes on the requests of the other cell.
  { ...PLAIN, name: "two cells", serves: [[0], [1], [0, 1]], share: 0.3 },
  { ...PLAIN, name: "two servers", serves: [[0], [0]], share: 0.35, hasPartners: true },
  { ...PLAIN, name: "one server", serves: [[0]], share: 0.15 },
] as const;

/** Returns which cells each server serves: each its own, and one more server all of them. */
function servesOf(servers: number, cells: number): readonly (readonly number[])[] {
  const all = Array.from({ length: cells }, (_, cell) => cell);
  return Array.from({ length: Math.max(servers, cells) }, (_, server) =>
    cells > 1 && server < cells ? [server] : all,
  );
}

/** Returns the rounds of a run. */
export function roundsOf(options: LabRunOptions): Round[] {
  const { full, quick, servers, cells, partners, issuer } = options;
  if (!full) {
    return [
      {
        name: "one round",
        serves: servesOf(servers, cells),
        minutes: options.minutes ?? 2,
        isQuick: quick,
        hasPartners: partners && !quick && cells === 1 && !issuer,
        hasIssuer: issuer,
      },
    ];
  }
  const minutes = options.minutes ?? FULL.minutes;
  return FULL_ROUNDS.map(({ share, hasPartners, ...round }) => ({
    ...round,
    minutes: minutes * share,
    kills: {
      databases: Math.round(FULL.databaseKills * share),
      servers: Math.round(FULL.serverKills * share),
    },
    isQuick: false,
    hasPartners: partners && hasPartners,
  }));
}
