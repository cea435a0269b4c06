// canary: noReExportAll
export * from "./card.ts";
