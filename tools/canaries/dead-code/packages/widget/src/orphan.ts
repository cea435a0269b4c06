// canary: files
export const orphan = 1;
