// canary: noEnum
export enum Status {
  Open = "open",
}
