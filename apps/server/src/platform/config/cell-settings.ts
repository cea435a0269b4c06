import { inOneHostForm, placesOf } from "@tessera/database";
import * as z from "zod";

/** A cell that this server serves, and its database. */
export interface CellDatabase {
  readonly cell: number;
  /** The database's address for the application's role. */
  readonly databaseUrl: string;
}

const NUMBER = /^[1-9]\d{0,2}$/;
const SEPARATOR = /\s+/;

interface Listed {
  /** NaN if the text before the address is no cell number. */
  readonly cell: number;
  readonly address: string;
}

/** Splits `1=postgres://… 2=postgres://…`. */
function listedIn(text: string): Listed[] {
  return text.split(SEPARATOR).map((item) => {
    const [number = "", ...rest] = item.split("=");
    return { cell: NUMBER.test(number) ? Number(number) : Number.NaN, address: rest.join("=") };
  });
}

/** The settings of a program with several cells. */
export const CELL_SETTINGS = {
  CELLS: z
    .string()
    .refine(
      (text) => NUMBER.test(text) || listedIn(text).every(({ cell }) => !Number.isNaN(cell)),
      "set the number of a cell, from 1 to 999, or the database of each cell, such as " +
        "1=postgres://role@host/one 2=postgres://role@host/two",
    )
    .default("1"),
  CELL_SERVERS: z
    .string()
    .refine(
      (text) => listedIn(text).every(({ cell }) => !Number.isNaN(cell)),
      "set the servers of other cells, such as 2=http://10.0.0.5:4300 3=http://10.0.0.6:4300",
    )
    .optional(),
};

type CellEnvironment = z.infer<z.ZodObject<typeof CELL_SETTINGS>>;

interface CellProblem {
  readonly setting: string;
  readonly problem: string;
}

/** Returns the databases that `CELLS` names; empty if it is a number only. */
export function databasesOf({ CELLS: text }: Pick<CellEnvironment, "CELLS">): CellDatabase[] {
  return NUMBER.test(text)
    ? []
    : listedIn(text).map(({ cell, address }) => ({ cell, databaseUrl: inOneHostForm(address) }));
}

/** Returns the addresses of the servers of each cell that other servers serve. */
function serversOf({ CELL_SERVERS: text }: CellEnvironment): ReadonlyMap<number, string[]> {
  const servers = new Map<number, string[]>();
  for (const { cell, address } of text === undefined ? [] : listedIn(text)) {
    servers.set(cell, [...(servers.get(cell) ?? []), address]);
  }
  return servers;
}

/** The cells of the settings. The first one answers calls that belong to no cell. */
export interface CellConfig {
  readonly cell: number;
  readonly cells: readonly CellDatabase[];
  readonly cellServers: ReadonlyMap<number, readonly string[]>;
}

export function cellConfigOf(env: CellEnvironment): CellConfig {
  const cells = databasesOf(env);
  const [first = { cell: Number(env.CELLS) }] = cells;
  return { cell: first.cell, cells, cellServers: serversOf(env) };
}

/** Returns the settings with the first cell's database as `DATABASE_URL`. */
export function withFirstCell<E extends CellEnvironment>(env: E): E {
  const [first] = databasesOf(env);
  return first === undefined ? env : { ...env, DATABASE_URL: first.databaseUrl };
}

/**
 * Rejects cells that contradict each other or other settings. The problems name numbers only, since
 * addresses contain passwords.
 */
export function cellProblems(
  env: CellEnvironment,
  addressProblem: (text: string) => string | undefined,
): CellProblem[] {
  return [...databaseProblems(env, addressProblem), ...serverProblems(env)];
}

function databaseProblems(
  env: CellEnvironment,
  addressProblem: (text: string) => string | undefined,
): CellProblem[] {
  const databases = databasesOf(env);
  if (databases.length === 0) {
    return [];
  }
  const problems = databases.flatMap(({ cell, databaseUrl }) => {
    const problem = addressProblem(databaseUrl);
    return problem === undefined ? [] : [`${problem} for cell ${cell}`];
  });
  const twice = repeated(databases.map(({ cell }) => cell));
  if (twice !== undefined) {
    problems.push(`cell ${twice} is listed twice; give each database the number of its own cell`);
  }
  const isShared = problems.length === 0 && repeated(placesOfAll(databases)) !== undefined;
  if (isShared) {
    problems.push("two cells have the same database; each cell needs a database of its own");
  }
  const unfitting = [
    ...["DATABASE_URL", "PRACTICE_DATABASE_URL"],
    ...(databases.length > 1 ? ["DATABASE_OWNER_URL", "DATABASE_ADMIN_URL"] : []),
  ].filter((setting) => Object.hasOwn(env, setting));
  return [
    ...problems.map((problem) => ({ setting: "CELLS", problem })),
    ...unfitting.map((setting) => ({
      setting,
      problem: "unset it: CELLS names the databases of the cells",
    })),
  ];
}

function serverProblems(env: CellEnvironment): CellProblem[] {
  const { cell: own, cells, cellServers } = cellConfigOf(env);
  const served = new Set(cells.length === 0 ? [own] : cells.map(({ cell }) => cell));
  return [...cellServers].flatMap(([cell, addresses]) => [
    ...(served.has(cell)
      ? [{ setting: "CELL_SERVERS", problem: `this server itself serves cell ${cell}; remove it` }]
      : []),
    ...(addresses.every(isOrigin)
      ? []
      : [{ setting: "CELL_SERVERS", problem: `set http://host:port for cell ${cell}` }]),
  ]);
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function placesOfAll(databases: readonly CellDatabase[]): string[] {
  return databases.flatMap(({ databaseUrl }) => [...new Set(placesOf(databaseUrl))]);
}

function repeated<T>(values: readonly T[]): T | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}
