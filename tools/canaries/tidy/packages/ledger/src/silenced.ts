// canary: silenced-compiler
// @ts-expect-error
export const wrong: number = "1";
