export { documentOf } from "./copy-program.ts";
export { isSame } from "./program-parts.repository.ts";
export { PROGRAM_PARTS } from "./program-parts.ts";
