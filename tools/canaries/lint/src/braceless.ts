// canary: useBlockStatements
export function sign(amount: bigint) {
  if (amount < 0n) return -1;
  return 1;
}
