export const cardFace = {};
