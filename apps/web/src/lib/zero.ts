/**
 * No money. React's compiler replaces a literal of the type bigint in a component by undefined, so
 * components import it.
 */
export const ZERO = 0n;
