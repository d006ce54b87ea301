// Tests of the plan's button: its redirect, its single submission, and the error box.
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, type Mock, test, vi } from 'vitest'

import type { CheckoutStep } from '../../api/checkout'
import type { TrialUsed } from '../../lib/text/trial-used'
import { Pricing } from './pricing'

const checkoutApi = vi.hoisted<{
  beginCheckout: Mock<(isNoteShown: boolean) => Promise<CheckoutStep>>
  fetchTrialUsed: Mock<() => Promise<TrialUsed | null>>
}>(() => ({
  beginCheckout: vi.fn(),
  fetchTrialUsed: vi.fn(),
}))
vi.mock('../../api/checkout', () => checkoutApi)
const leaveFor = vi.fn()

beforeEach(async () => {
  checkoutApi.beginCheckout.mockReset()
  checkoutApi.fetchTrialUsed.mockReset()
  leaveFor.mockReset()
  localStorage.clear()
  await openPage()
})

async function openPage(): Promise<void> {
  document.body.innerHTML = renderToStaticMarkup(<Pricing />)
  const { initCheckout } = await import('./checkout')
  initCheckout(leaveFor)
}

const button = () => document.querySelector<HTMLButtonElement>('#checkout-button')
const box = () => document.querySelector<HTMLElement>('[role=alert]')

async function press(): Promise<void> {
  const element = button()
  if (element === null) throw new Error('no button')
  await act(() => userEvent.click(element))
}

test.each<[CheckoutStep, string]>([
  [{ is: 'checkout', url: 'https://pay.example/c/cs_1' }, 'https://pay.example/c/cs_1'],
  [{ is: 'signed-out' }, '/auth?mode=signup'],
  [{ is: 'subscribed' }, '/dashboard/subscriptions?reason=subscribed'],
])('redirects after %o to %s', async (step, address) => {
  checkoutApi.beginCheckout.mockResolvedValue(step)
  await press()
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith(address))
  expect(box()).not.toBeVisible()
})

test('ignores a second press during the request, and enables the button again after Back', async () => {
  checkoutApi.beginCheckout.mockReturnValue(new Promise(() => undefined))
  await press()
  await press()
  await vi.waitFor(() => expect(checkoutApi.beginCheckout).toHaveBeenCalledOnce())
  expect(button()).toHaveAttribute('aria-busy', 'true')
  window.dispatchEvent(new Event('pageshow'))
  expect(button()).not.toHaveAttribute('aria-busy')
})

test.each<[string, Error, string]>([
  [
    'the message of a rejected checkout',
    Object.assign(new Error('Failed to create checkout session'), { name: 'CheckoutRefused' }),
    'Failed to create checkout session',
  ],
  ['a general message for another error', new TypeError('x is not a function'), 'An error occurred'],
])('shows %s in the error box until the next press', async (_case, error, text) => {
  checkoutApi.beginCheckout.mockRejectedValueOnce(error)
  await press()
  await vi.waitFor(() => expect(box()).toBeVisible())
  expect(box()).toHaveTextContent(text)
  expect(button()).not.toHaveAttribute('aria-busy')
  expect(leaveFor).not.toHaveBeenCalled()
  checkoutApi.beginCheckout.mockReturnValue(new Promise(() => undefined))
  await press()
  expect(box()).not.toBeVisible()
})

test('explains why there is no free trial, and redirects to checkout on a second press', async () => {
  checkoutApi.beginCheckout.mockResolvedValueOnce({ is: 'no-trial', used: 'card' })
  await press()
  await vi.waitFor(() => expect(document.body).toHaveTextContent('This card has already had its free trial'))
  expect(button()).toHaveTextContent('Start for $99 / month')
  expect(button()).not.toHaveAttribute('aria-busy')
  expect(document.body).not.toHaveTextContent('14-day free trial')
  expect(leaveFor).not.toHaveBeenCalled()
  checkoutApi.beginCheckout.mockResolvedValueOnce({ is: 'checkout', url: 'https://pay.example/c/cs_1' })
  await press()
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://pay.example/c/cs_1'))
  expect(checkoutApi.beginCheckout.mock.calls).toEqual([[false], [true]])
})

test.each<[string, string | null, TrialUsed | null, string]>([
  ['a client whose trial is used', 'client', 'person', 'Start for $99 / month'],
  ['a client who can have a trial', 'client', null, 'Start Free Trial'],
  ['an unknown visitor, without a request', null, 'person', 'Start Free Trial'],
])('shows the right button to %s', async (_case, home, used, text) => {
  if (home !== null) localStorage.setItem('home', home)
  checkoutApi.fetchTrialUsed.mockResolvedValue(used)
  await openPage()
  await vi.waitFor(() => expect(button()).toHaveTextContent(text))
  await vi.waitFor(() => expect(checkoutApi.fetchTrialUsed).toHaveBeenCalledTimes(home === null ? 0 : 1))
})
