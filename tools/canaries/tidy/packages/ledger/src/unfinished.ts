// canary: unfinished
// TODO post it
export const post = 1;
