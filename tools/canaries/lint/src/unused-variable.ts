// canary: noUnusedVariables
export function quote() {
  const fee = 1n;
}
