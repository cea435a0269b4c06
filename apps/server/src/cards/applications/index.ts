export { applyForCard } from "./apply-for-card.ts";
