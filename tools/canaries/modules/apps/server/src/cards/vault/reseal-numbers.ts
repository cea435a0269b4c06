// canary: module-has-a-manifest
export const sealedNumbers = { name: "card numbers" };
