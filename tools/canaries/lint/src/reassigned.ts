// canary: noParameterAssign
export function fee(amount: bigint) {
  amount += 1n;
  return amount;
}
