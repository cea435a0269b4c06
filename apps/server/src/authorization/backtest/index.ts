export { backtestProgramRule } from "./backtest-program-rule.ts";
