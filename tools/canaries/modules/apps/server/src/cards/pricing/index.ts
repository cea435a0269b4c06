export const FEE_BASIS_POINTS = 350;
