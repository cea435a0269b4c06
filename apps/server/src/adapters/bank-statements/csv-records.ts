import type { StatementProblems } from "./statement-problem.ts";

/** A record of a CSV file, with the line where it begins. */
export interface CsvRecord {
  readonly fields: readonly string[];
  readonly line: number;
}

/** The most characters of a record. */
const MAX_RECORD = 16_384;

/** What the reader is inside of. */
type Place = "start" | "bare" | "quoted" | "after_quote";

/**
 * Splits a CSV file into records (RFC 4180), piece by piece. Fields are separated by commas, lines
 * by CRLF or LF. Empty lines are skipped.
 */
class RecordReader {
  readonly #problems: StatementProblems;
  #fields: string[] = [];
  #field = "";
  #place: Place = "start";
  #size = 0;
  #line = 1;
  #begin = 1;
  #records: CsvRecord[] = [];

  constructor(problems: StatementProblems) {
    this.#problems = problems;
  }

  /** Reads a piece and returns the records that end in it. */
  read(piece: string): CsvRecord[] {
    for (const character of piece) {
      this.#take(character);
      this.#size += 1;
      if (this.#size > MAX_RECORD) {
        this.#problems.stop("too_long", this.#begin);
      }
    }
    const records = this.#records;
    this.#records = [];
    return records;
  }

  /** Returns the last record, if the file does not end with a line break. */
  end(): CsvRecord[] {
    if (this.#place === "quoted") {
      this.#problems.stop("csv_quotes", this.#begin);
    }
    this.#endRecord();
    return this.#records;
  }

  #take(character: string): void {
    if (this.#place === "quoted") {
      if (character === '"') {
        this.#place = "after_quote";
      } else {
        this.#line += character === "\n" ? 1 : 0;
        this.#field += character;
      }
    } else if (character === ",") {
      this.#endField();
    } else if (character === "\n") {
      this.#endRecord();
      this.#line += 1;
      this.#begin = this.#line;
    } else if (character === '"') {
      this.#quote();
    } else if (character !== "\r") {
      this.#append(character);
    }
  }

  #quote(): void {
    if (this.#place === "bare") {
      this.#problems.stop("csv_quotes", this.#line);
    }
    this.#field += this.#place === "after_quote" ? '"' : "";
    this.#place = "quoted";
  }

  #append(character: string): void {
    if (this.#place === "after_quote") {
      this.#problems.stop("csv_quotes", this.#line);
    }
    this.#place = "bare";
    this.#field += character;
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = "";
    this.#place = "start";
  }

  #endRecord(): void {
    this.#endField();
    if (this.#fields.some((field) => field !== "")) {
      this.#records.push({ fields: this.#fields, line: this.#begin });
    }
    this.#fields = [];
    this.#size = 0;
  }
}

/**
 * Reads the records of a CSV file as a stream.
 *
 * @throws StatementError for a quote where none can be, or a record that is too long
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  problems: StatementProblems,
): AsyncGenerator<CsvRecord> {
  const reader = new RecordReader(problems);
  for await (const piece of text) {
    yield* reader.read(piece);
  }
  yield* reader.end();
}
