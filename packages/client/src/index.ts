export { compareAmounts, fromMinor, toMinor } from "./amounts.ts";
export { Tessera } from "./calls.generated.ts";
export { List, type Page } from "./list.ts";
export type * from "./schemas.generated.ts";
export { type ClientErrorCode, TesseraError } from "./tessera-error.ts";
export type { CallOptions, ClientOptions, FileBody, WriteOptions } from "./transport.ts";
