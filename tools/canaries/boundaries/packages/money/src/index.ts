export const minor = 1n;
