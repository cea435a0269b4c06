import type { StatementProblems } from "./statement-problem.ts";

/** The size in bytes above which a file is refused (200 MB, about 200,000 entries). */
const MAX_STATEMENT_BYTES = 209_715_200;

const BYTE_ORDER_MARKS: readonly (readonly number[])[] = [
  [0xfe, 0xff],
  [0xff, 0xfe],
];

/**
 * Decodes a file as UTF-8, piece by piece, without its byte order mark.
 *
 * @throws StatementError if the file is empty, too large, or not in UTF-8
 */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  problems: StatementProblems,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  for await (const piece of bytes) {
    if (size === 0 && BYTE_ORDER_MARKS.some((mark) => mark.every((at, n) => piece[n] === at))) {
      problems.stop("not_utf8", 1, "UTF-16");
    }
    size += piece.byteLength;
    if (size > MAX_STATEMENT_BYTES) {
      problems.stop("too_large", 0, `${MAX_STATEMENT_BYTES / 1_048_576} MB`);
    }
    yield decoded(() => decoder.decode(piece, { stream: true }), problems);
  }
  yield decoded(() => decoder.decode(), problems);
  if (size === 0) {
    problems.stop("empty_file", 0);
  }
}

function decoded(decode: () => string, problems: StatementProblems): string {
  try {
    return decode();
  } catch {
    return problems.stop("not_utf8", 0);
  }
}
