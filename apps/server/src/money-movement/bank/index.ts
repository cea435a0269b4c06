export { allocateEntries } from "./allocate-entries.ts";
export { forgetImports } from "./bank-jobs.ts";
export { importStatements } from "./import-statements.ts";
export { countEntryStates } from "./read-statements.ts";
export { writeSampleStatement } from "./sample-statement.ts";
export type { ImportedStatement } from "./statement-import.ts";
