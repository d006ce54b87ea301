// Element ids that the pricing page and its script share.

export const FORM = 'checkout'
export const BUTTON = 'checkout-button'
export const PROBLEM = 'checkout-problem'
/** The note why this user gets no free trial. */
export const NO_TRIAL = 'no-trial'
/** The text that promises a free trial. */
export const PROMISE = 'trial-promise'
