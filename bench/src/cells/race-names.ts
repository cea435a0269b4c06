import path from "node:path";
import {
  followLink,
  inParallel,
  newEmail,
  type PlainAnswer,
  prepareLinks,
  requestUsername,
} from "./cell-customers.ts";
import type { CellsOptions } from "./cells-options.ts";
import { checkNames } from "./check-names.ts";
import type { LabPlace } from "./lab-place.ts";
import { type ProgramCell, startProgram } from "./start-program.ts";

const PAIRS_AT_ONCE = 4;
const PEOPLE_AT_ONCE = 8;

/** How the races of one kind ended. */
export interface RaceResult {
  readonly name: string;
  readonly pairs: number;
  /** In how many pairs exactly one got the name. */
  readonly decided: number;
  /** How many were won in each cell. */
  readonly wonIn: Readonly<Record<number, number>>;
  /** Every answer of a loser, with how often it was given. */
  readonly refusals: Readonly<Record<string, number>>;
  /** What a taken name is answered in its own cell, without a race. */
  readonly refusalInOneCell: string;
  readonly faults: readonly string[];
}

/** Lets two cells compete for one name, again and again: for emails, and then for usernames. */
export async function raceForNames(
  { pairs }: CellsOptions,
  { engine, folder, say }: LabPlace,
): Promise<RaceResult[]> {
  const place = path.join(folder, "races");
  const program = await startProgram({ engine, folder: place, cells: 2, rateLimits: false });
  try {
    const [one, two] = program.cells;
    if (one === undefined || two === undefined) {
      throw new RangeError("a race takes two cells");
    }
    const emails = await raceForEmails([one, two], pairs);
    say(`emails: ${sentenceOf(emails)}`);
    const usernames = await raceForUsernames([one, two], pairs);
    say(`usernames: ${sentenceOf(usernames)}`);
    const faults = await checkNames(program.cells);
    await program.run(["verify", "--cells"]);
    say(`the directory has ${faults.length} faults, and verify --cells found none`);
    return [emails, { ...usernames, faults: [...usernames.faults, ...faults] }];
  } finally {
    await program.stop();
  }
}

type TwoCells = readonly [ProgramCell, ProgramCell];

/** Two links for one email, of two cells, are followed at the same time. */
async function raceForEmails(cells: TwoCells, pairs: number): Promise<RaceResult> {
  const emails = Array.from({ length: pairs }, newEmail);
  const [ofOne, ofTwo] = await Promise.all(cells.map((cell) => prepareLinks(cell, emails)));
  const answers: (readonly [PlainAnswer, PlainAnswer])[] = [];
  await inParallel(PAIRS_AT_ONCE, emails, async (_, index) => {
    const links = [ofOne?.[index]?.token ?? "", ofTwo?.[index]?.token ?? ""] as const;
    answers[index] = await Promise.all([
      followLink(cells[0].server.url, { token: links[0] }),
      followLink(cells[1].server.url, { token: links[1] }),
    ]);
  });
  return resultOf("emails", answers, await refusalOfEmail(cells[0]));
}

/** Returns what a link is answered whose email has an account in the same cell by now. */
async function refusalOfEmail(cell: ProgramCell): Promise<string> {
  const [email] = [newEmail()];
  const [first, second] = await prepareLinks(cell, [email, email]);
  await followLink(cell.server.url, first ?? { token: "" });
  return textOf(await followLink(cell.server.url, second ?? { token: "" }));
}

/** Two people of two cells request one username at the same time. */
async function raceForUsernames(cells: TwoCells, pairs: number): Promise<RaceResult> {
  const [ones = [], twos = []] = [
    await openPeople(cells[0], pairs),
    await openPeople(cells[1], pairs),
  ];
  const names = ones.map((_, index) => `race-${index}-${Date.now().toString(36)}`);
  const answers: (readonly [PlainAnswer, PlainAnswer])[] = [];
  await inParallel(PAIRS_AT_ONCE, names, async (name, index) => {
    answers[index] = await Promise.all([
      requestUsername(cells[0], ones[index] ?? "", name),
      requestUsername(cells[1], twos[index] ?? "", name),
    ]);
  });
  const refusal = await refusalOfUsername(cells[0]);
  return resultOf("usernames", answers, refusal);
}

/** Returns what a request for a username is answered that somebody in the same cell has. */
async function refusalOfUsername(cell: ProgramCell): Promise<string> {
  const [first = "", second = ""] = await openPeople(cell, 2);
  const name = `taken-${Date.now().toString(36)}`;
  await requestUsername(cell, first, name);
  return textOf(await requestUsername(cell, second, name));
}

/** Opens customers, and returns their session tokens. */
async function openPeople(cell: ProgramCell, count: number): Promise<string[]> {
  const links = await prepareLinks(cell, Array.from({ length: count }, newEmail));
  const tokens: string[] = [];
  await inParallel(PEOPLE_AT_ONCE, links, async (link, index) => {
    const { status, token, text } = await followLink(cell.server.url, link);
    if (status !== 200) {
      throw new Error(`a customer was not opened: ${status} ${text}`);
    }
    tokens[index] = token;
  });
  return tokens;
}

function resultOf(
  name: string,
  answers: readonly (readonly [PlainAnswer, PlainAnswer])[],
  refusalInOneCell: string,
): RaceResult {
  const wonIn: Record<number, number> = { 1: 0, 2: 0 };
  const refusals: Record<string, number> = {};
  const faults: string[] = [];
  for (const [index, pair] of answers.entries()) {
    const winners = pair.filter(({ status }) => status === 200);
    if (winners.length !== 1) {
      faults.push(`${name}: pair ${index} has ${winners.length} winners: ${pair.map(textOf)}`);
    }
    for (const [place, answer] of pair.entries()) {
      if (answer.status === 200) {
        wonIn[place + 1] = (wonIn[place + 1] ?? 0) + 1;
      } else {
        refusals[textOf(answer)] = (refusals[textOf(answer)] ?? 0) + 1;
      }
    }
  }
  const different = Object.keys(refusals).filter((text) => text !== refusalInOneCell);
  const answered = different.map((text) => `${name}: a loser was answered ${text}`);
  const decided = answers.length - faults.length;
  return {
    ...{ name, pairs: answers.length, decided, wonIn, refusals, refusalInOneCell },
    faults: [...faults, ...answered],
  };
}

const textOf = ({ status, code, text }: PlainAnswer) => `${status} ${code} ${text}`;

function sentenceOf({ pairs, decided, wonIn, refusals }: RaceResult): string {
  const kinds = Object.entries(refusals).map(([text, times]) => `${times} times ${text}`);
  return (
    `${decided} of ${pairs} pairs have exactly one winner (cell 1: ${wonIn[1]}, cell 2: ` +
    `${wonIn[2]}); losers were answered ${kinds.join("; ")}`
  );
}
