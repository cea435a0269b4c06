export const clock = {};
