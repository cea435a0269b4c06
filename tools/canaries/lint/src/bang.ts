// canary: noNonNullAssertion
export const first = (list: string[]) => list[0]!;
