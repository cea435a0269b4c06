/** The keys with which a server and a simulated Stripe know each other. */
export const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: "sk_test_double0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_double0123456789double",
  STRIPE_PUBLISHABLE_KEY: "pk_test_double0123456789",
  STRIPE_CARDHOLDER_TERMS_URL: "https://issuer.example/cardholder-terms",
} as const;

/** The details that Stripe requires for a person in the United States. */
export const HOLDER = {
  legalName: { first: "Ada", last: "Lovelace" },
  birthDate: "1990-12-10",
  address: {
    line1: "1 Main Street",
    city: "Springfield",
    region: "IL",
    postalCode: "62701",
    country: "US",
  },
  phone: "+12025550123",
  acceptTerms: true,
} as const;
