// canary: floating-money
export const read = (text: string) => Number.parseFloat(text);
