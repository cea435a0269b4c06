// canary: stray-sql
export const statement = "SELECT id FROM card";
