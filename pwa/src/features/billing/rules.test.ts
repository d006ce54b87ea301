// Tests of the labels, dates and prices of a subscription.
import { expect, test } from 'vitest'

import { billingText, subscriptionText } from '../../lib/text/plan-names'
import { cardText, daysLeft, isOngoing, issueOf } from './rules'

test.each([
  ['active', 'Active'],
  ['trialing', 'Free Trial'],
  ['past_due', 'Past Due'],
  ['unpaid', 'Unpaid'],
  ['canceled', 'Canceled'],
  ['incomplete', 'Incomplete'],
  ['incomplete_expired', 'Incomplete expired'],
  ['constructor', 'Constructor'],
])('labels the status %s as %s', (status, word) => {
  expect(subscriptionText(status)).toBe(word)
  expect(billingText(status)).toBe(`Billing: ${word}`)
})

test.each([
  ['active', true],
  ['trialing', true],
  ['past_due', true],
  ['unpaid', true],
  ['incomplete', true],
  ['canceled', false],
  ['incomplete_expired', false],
  [null, false],
])('returns whether a subscription with status %s is ongoing: %s', (status, isExpected) => {
  expect(isOngoing(status)).toBe(isExpected)
})

const NOON = Date.UTC(2026, 10, 21, 12)

test.each([
  [14 * 86_400, 14],
  [14 * 86_400 - 1, 14],
  [86_400 + 1, 2],
  [1, 1],
  [0, 0],
  [-86_400, 0],
])('rounds %i seconds before the end to %i days left', (seconds, days) => {
  expect(daysLeft(NOON / 1000 + seconds, NOON)).toBe(days)
})

test('names a card by its brand', () => {
  expect([cardText('visa', '4242'), cardText('amex', '0005'), cardText(null, '1234')]).toEqual([
    'Visa ending in 4242',
    'American Express ending in 0005',
    'Card ending in 1234',
  ])
})

const SWITCHED_OFF = {
  text: 'Your provider has switched off your access. Write to them in Messaging to have it switched on again.',
  isForProvider: true,
}

test.each([
  ['active', true, SWITCHED_OFF],
  ['trialing', true, SWITCHED_OFF],
  ['past_due', true, { text: 'Your subscription is not active: Past Due.', isForProvider: false }],
  ['canceled', true, { text: 'Your subscription is not active: Canceled.', isForProvider: false }],
  ['canceled', false, { text: 'Your subscription is not active: Canceled.', isForProvider: true }],
  [null, true, { text: 'You have no active subscription.', isForProvider: false }],
  [
    null,
    false,
    {
      text: 'Your provider has not switched on your access yet. Write to them in Messaging to have it switched on.',
      isForProvider: true,
    },
  ],
])(
  'gives an inactive client a reason that fits the subscription status %s (sells: %s)',
  (status, sells, issue) => {
    expect(issueOf(status, sells)).toEqual(issue)
  },
)
