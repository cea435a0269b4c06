import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { v7 as uuidv7 } from "uuid";
import type { CellsOptions } from "./cells-options.ts";
import { checkNames } from "./check-names.ts";
import type { LabPlace } from "./lab-place.ts";
import { type Program, type ProgramCell, startProgram } from "./start-program.ts";

const COMMANDS = fileURLToPath(new URL("../../../apps/server/src/tessera.ts", import.meta.url));
const CELLS = 2;
const BATCH = 5_000;
const POLL_MS = 50;

/** A run of `verify --cells`. */
export interface Verification {
  readonly name: string;
  readonly seconds: number;
  /** The highest resident memory of the command. */
  readonly peakMiB: number;
  readonly exitCode: number | null;
  /** The lines of the report that name a fault. */
  readonly broken: readonly string[];
  /** The id of the person that the planted fault concerns; null without a fault. */
  readonly person: string | null;
}

/**
 * Opens many customers over two cells, verifies the program, and plants faults one at a time, each
 * of which verification must name.
 */
export async function verifyDirectory(
  { customers }: CellsOptions,
  { engine, folder, say }: LabPlace,
): Promise<Verification[]> {
  const place = path.join(folder, "directory");
  const program = await startProgram({ engine, folder: place, cells: CELLS, rateLimits: false });
  try {
    for (const cell of program.cells) {
      const startMs = performance.now();
      await insertPeople(cell, cellsOf(program)[0], customers / CELLS);
      const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
      say(`cell ${cell.cell}: ${customers / CELLS} people after ${seconds} s`);
    }
    const faults = await checkNames(program.cells);
    if (faults.length > 0) {
      throw new Error(`the directory is no bijection: ${faults[0]}`);
    }
    const results = [await verify(program, "without a fault", null)];
    say(JSON.stringify(results[0]));
    for (const fault of FAULTS) {
      const person = await fault.plant(program);
      results.push(await verify(program, fault.name, person.id));
      say(JSON.stringify(results.at(-1)));
      await person.undo();
    }
    results.push(await verify(program, "after the faults were undone", null));
    return results;
  } finally {
    await program.stop();
  }
}

/** Returns what is wrong with the runs: a fault that was not named, or one that nobody planted. */
export function verificationFaults(runs: readonly Verification[]): string[] {
  return runs.flatMap(({ name, exitCode, broken, person }) => {
    const isNamed = broken.some((line) => person !== null && line.includes(person));
    if (person === null) {
      return exitCode === 0 ? [] : [`${name}: ${broken.join("; ")}`];
    }
    return exitCode === 1 && isNamed ? [] : [`${name}: verification did not name ${person}`];
  });
}

/**
 * Writes customers of a cell, and lists them in the directory. They are written directly, many at a
 * time, because registering so many would take hours.
 *
 * @param holder a cell that has the directory's tables, or reaches them by Citus
 */
async function insertPeople(
  { cell, owner, hashOf }: ProgramCell,
  holder: ProgramCell,
  count: number,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, count - first) }, () => newPerson());
    await owner`
      with given as (
        select * from unnest(
          ${people.map(({ customer }) => customer)}::uuid[],
          ${people.map(({ id }) => id)}::uuid[],
          ${people.map(({ username }) => username)}::text[],
          ${people.map(({ email }) => email)}::text[]
        ) as given (customer, person, username, email)
      ), customers as (
        insert into customer (id, created_at) select customer, now() from given
      )
      insert into person (id, customer_id, username, email, role, password_hash, locale, created_at)
      select person, customer, username, email, 'customer', 'none', 'en', now() from given`;
    const names = people.flatMap(({ id, username, email }) => [
      { id, kind: "username", hash: hashOf("username", username) },
      { id, kind: "email", hash: hashOf("email", email) },
    ]);
    await holder.owner`
      insert into directory_name (kind, key_hash, cell, person_id)
      select kind, decode(hash, 'hex'), ${cell}::int, person from unnest(
        ${names.map(({ kind }) => kind)}::text[],
        ${names.map(({ hash }) => hash)}::text[],
        ${names.map(({ id }) => id)}::uuid[]
      ) as given (kind, hash, person)`;
  }
}

function newPerson() {
  const id = uuidv7();
  const username = `b${id.replaceAll("-", "")}`;
  return { id, customer: uuidv7(), username, email: `${id}@bench.example` };
}

interface PlantedFault {
  readonly id: string;
  undo(): Promise<unknown>;
}

interface PlannedFault {
  readonly name: string;
  plant(program: Program): Promise<PlantedFault>;
}

/** Someone in the middle of a cell, so that verification must read more than its first rows. */
async function somebody({ owner }: ProgramCell) {
  const [person] = await owner<{ id: string; username: string; email: string }[]>`
    select id, username, email from person order by id
    offset (select count(*) / 2 from person) limit 1`;
  if (person === undefined) {
    throw new Error("a cell has no people");
  }
  return person;
}

function cellsOf({ cells: [one, two] }: Program): readonly [ProgramCell, ProgramCell] {
  if (one === undefined || two === undefined) {
    throw new RangeError("a directory of one cell has no faults between cells");
  }
  return [one, two];
}

const FAULTS: readonly PlannedFault[] = [
  {
    name: "a row is missing",
    async plant(program) {
      const [, cell] = cellsOf(program);
      const { directory, db } = cell;
      const { id, email } = await somebody(cell);
      await directory.release(db.kysely, id, ["email"]);
      return { id, undo: () => directory.record(db.kysely, id, { email }) };
    },
  },
  {
    name: "a row is of the wrong cell",
    async plant(program) {
      const [one, two] = cellsOf(program);
      const { id, username } = await somebody(two);
      await two.directory.release(two.db.kysely, id, ["username"]);
      await one.directory.record(one.db.kysely, id, { username });
      const undo = async () => {
        await one.directory.release(one.db.kysely, id, ["username"]);
        await two.directory.record(two.db.kysely, id, { username });
      };
      return { id, undo };
    },
  },
  {
    name: "a person has a twin in the other cell",
    async plant(program) {
      const [one, two] = cellsOf(program);
      const { username, email } = await somebody(one);
      const [id, customer] = [uuidv7(), uuidv7()];
      await two.owner`insert into customer (id, created_at) values (${customer}, now())`;
      await two.owner`
        insert into person (id, customer_id, username, email, role, password_hash, locale,
          created_at)
        values (${id}, ${customer}, ${username}, ${email}, 'customer', 'none', 'en', now())`;
      const undo = async () => {
        await two.owner`delete from person where id = ${id}`;
        await two.owner`delete from customer where id = ${customer}`;
      };
      return { id, undo };
    },
  },
];

/** Runs `verify --cells`, and watches how much memory it takes. */
async function verify(
  { commandSettings }: Program,
  name: string,
  person: string | null,
): Promise<Verification> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [COMMANDS, "verify", "--cells"], {
    env: { PATH: process.env.PATH, ...commandSettings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => lines.push(chunk));
  }
  let peakMiB = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    const kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
    peakMiB = Math.max(peakMiB, Math.round(kilobytes / 1_024));
  }, POLL_MS);
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(watch);
  const broken = lines.join("").split("\n");
  return {
    ...{ name, exitCode, peakMiB, person },
    seconds: Math.round((performance.now() - startMs) / 100) / 10,
    broken: broken.filter((line, index) => isAboutFault(line, broken[index - 1])),
  };
}

function isAboutFault(line: string, before = ""): boolean {
  return line.includes("BROKEN") || /^Broken/i.test(line) || /^Broken/i.test(before);
}
