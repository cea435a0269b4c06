export { allocateEntries } from "./allocate-entries.ts";
export { type ImportedStatement, importStatements } from "./import-statements.ts";
export { countEntryStates } from "./read-statements.ts";
export { writeSampleStatement } from "./sample-statement.ts";
