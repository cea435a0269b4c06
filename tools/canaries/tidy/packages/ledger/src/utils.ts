// canary: file-name
export const anything = 1;
