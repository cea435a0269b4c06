// canary: compiled-bigint
export function useLeft(minor: bigint | undefined): bigint {
  return minor ?? 0n;
}
