// The rules of this project that Oxlint does not have.
import { retiredWords } from './retired-words.js'

/**
 * Reports each node that one of the options' selectors matches, with the option's message. Oxlint has no
 * `no-restricted-syntax` of its own.
 */
const restrictedSyntax = {
  meta: { schema: false },
  create(/** @type {any} */ context) {
    const bans = /** @type {{ selector: string, message: string }[]} */ (context.options)
    return Object.fromEntries(
      bans.map(({ selector, message }) => [
        selector,
        (/** @type {any} */ node) => context.report({ node, message }),
      ]),
    )
  },
}

export default {
  meta: { name: 'pulseboard' },
  rules: { 'retired-words': retiredWords, 'no-restricted-syntax': restrictedSyntax },
}
