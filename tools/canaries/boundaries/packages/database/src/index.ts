export const pool = {};
