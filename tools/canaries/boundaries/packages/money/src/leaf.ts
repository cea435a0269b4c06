// canary: money-is-a-leaf
import { readFileSync } from "node:fs";

export const rates = () => readFileSync("rates.csv");
