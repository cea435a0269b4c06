// canary: TS7030
export function sign(amount: bigint) {
  if (amount < 0n) {
    return -1;
  }
}
