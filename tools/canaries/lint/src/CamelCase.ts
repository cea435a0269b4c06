// canary: useFilenamingConvention
export const name = 1;
