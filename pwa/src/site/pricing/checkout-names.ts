// What the pricing page and its script call the parts of the plan's form.

export const FORM = 'checkout'
export const BUTTON = 'checkout-button'
export const PROBLEM = 'checkout-problem'
/** Why there is no free trial for whoever is here; and what promises one. */
export const NO_TRIAL = 'no-trial'
export const PROMISE = 'trial-promise'
