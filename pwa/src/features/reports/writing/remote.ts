// Requests that only writers of reports need: signing in again in place. Readers of reports do not load this
// code.
export { type SignedInAgain, signInAgain } from '../../../api/auth/sign-in-again'
