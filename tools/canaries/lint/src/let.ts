// canary: useConst
let rate = 1;
export const doubled = rate * 2;
