// What the pricing page and its script call the parts of the plan's form.

export const FORM = 'checkout'
export const BUTTON = 'checkout-button'
export const PROBLEM = 'checkout-problem'
