/** One line of the table: what was checked with how many servers, and what was seen. */
export interface CheckedLine {
  readonly servers: number;
  readonly name: string;
  readonly holds: boolean;
  /** The figures of a check that holds, or the reason why it does not. */
  readonly seen: string;
}

/** Runs checks one after another, and continues after one that fails. */
export class CheckList {
  readonly lines: CheckedLine[] = [];
  readonly #say: (text: string) => void;
  servers = 0;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  get holds(): boolean {
    return this.lines.length > 0 && this.lines.every(({ holds }) => holds);
  }

  /** Runs a check, which returns what it saw or throws what is wrong. */
  async check(name: string, run: () => Promise<string>): Promise<void> {
    const { servers } = this;
    const line = await run().then(
      (seen) => ({ servers, name, holds: true, seen }),
      (error: unknown) => {
        const seen = error instanceof Error ? error.message : String(error);
        return { servers, name, holds: false, seen };
      },
    );
    this.lines.push(line);
    this.#say(`${line.holds ? "ok    " : "BROKEN"} ${name}: ${line.seen}`);
  }

  /** Returns the table of all checks, in Markdown. */
  table(): string {
    const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
    const rows = this.lines.map(
      ({ servers: count, name, holds, seen }) =>
        `| ${count} | ${cell(name)} | ${holds ? "ok" : "BROKEN"} | ${cell(seen)} |`,
    );
    return ["| Servers | Check | | Seen |", "|---|---|---|---|", ...rows].join("\n");
  }
}

/** Throws unless a condition holds. */
export function requireThat(condition: boolean, otherwise: string): asserts condition {
  if (!condition) {
    throw new Error(otherwise);
  }
}

/** Counts equal texts: `1 × 200, 49 × 400`. */
export function tally(values: readonly (string | number)[]): string {
  const groups = Map.groupBy(values.map(String), (value) => value);
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([value, all]) => `${all.length} × ${value}`)
    .join(", ");
}

/** Returns a time for the table: whole milliseconds, or seconds with one digit. */
export function shownMs(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
