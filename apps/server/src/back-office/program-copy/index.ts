export { beginWithCopies } from "./begin-with-copies.ts";
export { documentOf } from "./copy-program.ts";
export { isSame } from "./program-parts.repository.ts";
export { PROGRAM_PARTS } from "./program-parts.ts";
