export const statement = "SELECT id FROM card";
