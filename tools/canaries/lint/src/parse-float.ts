// canary: noRestrictedGlobals
export const amount = parseFloat("1.10");
