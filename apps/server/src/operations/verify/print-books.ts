import type { VerifiedBooks } from "./verify-books.ts";

/** Returns the verification report for the terminal. */
export function printBooks(books: VerifiedBooks): string {
  const lines = books.invariants.map(({ name, holds, rows, durationMs }) => {
    const checked = rows === null ? "" : `${rows} rows, `;
    return `  ${holds ? "ok    " : "BROKEN"}  ${name} (${checked}${durationMs} ms)`;
  });
  const { movements, transfers, sealedBlocks } = books;
  const broken = books.invariants.filter(({ holds }) => !holds);
  const [first] = broken;
  const verdict =
    first === undefined
      ? "Everything holds."
      : `${broken.length} broken. First: ${first.name}\n  ${first.firstBroken}`;
  return [
    `${movements} movements, ${transfers} transfers, ${sealedBlocks} sealed blocks`,
    "",
    ...lines,
    "",
    verdict,
    "",
  ].join("\n");
}
