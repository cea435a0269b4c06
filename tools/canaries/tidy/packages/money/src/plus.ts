// canary: floating-money
export const read = (balance: string) => +balance;
