// canary: web-foundations-know-nothing-above
export { cardFace } from "../features/cards/my-cards/card-face.ts";
