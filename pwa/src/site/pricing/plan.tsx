// The plan: its price, its features, and its button, or a contact link while payments are not set up.
import { Check } from 'lucide-react'

import { Action, actionClass } from '../frame/action'
import { CONTACT, START } from '../frame/links'
import { IfSelling } from '../frame/conditions'
import { PLACEHOLDERS } from '../frame/placeholders'
import { BUTTON, FORM, NO_TRIAL, PROBLEM, PROMISE } from './checkout-names'
import { Price } from './price'

const FEATURES = [
  'Real-time dashboard with key metrics',
  'Weekly automated reports',
  'Google Analytics integration',
  'Performance monitoring',
  'Email support',
  'Mobile-friendly access',
  'Unlimited data sources',
  'Custom branding options',
]

export function Plan() {
  return (
    <section
      aria-labelledby="plan"
      className="rounded-2xl self-start lg:row-span-2 border border-line bg-surface p-7 shadow-3 sm:p-9"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="plan" className="text-xl font-semibold text-ink">
          {PLACEHOLDERS.name}
        </h2>
        <IfSelling then={<Chip />} />
      </div>
      <IfSelling then={<Checkout />} otherwise={<Contact />} />
      <ul className="mt-7 grid gap-3 border-t border-line pt-6">
        {FEATURES.map((feature) => (
          <li key={feature} className="flex items-start gap-3 text-body text-ink">
            <Check size={19} strokeWidth={2.5} aria-hidden="true" className="mt-1 shrink-0 text-good" />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Chip() {
  return (
    <span
      id={PROMISE}
      className="rounded-full border border-primary-line bg-primary-soft px-3 py-1 text-sm font-semibold whitespace-nowrap text-primary-ink"
    >
      14-day free trial
    </span>
  )
}

function Checkout() {
  return (
    <>
      <Price per="per month" className="mt-5" />
      {/* Without a script the form opens sign-up. With a script, visitors without a session get there
          too. */}
      <form id={FORM} action="/auth" className="mt-6">
        <input type="hidden" name="mode" value="signup" />
        <p
          id={PROBLEM}
          role="alert"
          hidden
          className="mb-4 rounded-md border border-bad-line bg-bad-soft px-4 py-3 text-[0.9375rem] font-medium text-bad"
        />
        <p
          id={NO_TRIAL}
          role="status"
          hidden
          className="mb-4 rounded-md border border-warn-line bg-warn-soft px-4 py-3 text-[0.9375rem] font-medium text-ink"
        />
        <button
          type="submit"
          id={BUTTON}
          className={actionClass('primary', 'w-full aria-busy:cursor-progress aria-busy:opacity-70')}
        >
          {START.label}
        </button>
      </form>
    </>
  )
}

function Contact() {
  return (
    <>
      <p className="mt-4 text-body text-ink-2">
        You can’t buy this plan online yet. Write to us: we tell you the price and set up your account.
      </p>
      <Action tone="primary" href={CONTACT.to} className="mt-6 w-full">
        {CONTACT.label}
      </Action>
    </>
  )
}
