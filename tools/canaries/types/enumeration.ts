// canary: TS1294
export enum Status {
  Open = "open",
}
