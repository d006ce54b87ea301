// The pricing page: one plan, its features, and frequent questions.
import { ArrowLeft, Check } from 'lucide-react'

import { actionClass } from '../frame/action'
import { BUTTON, FORM, NO_TRIAL, PROBLEM, PROMISE } from './checkout-names'
import { paths, START } from '../frame/links'
import { PLACEHOLDERS } from '../frame/places'
import { Price } from './price'
import { Trial } from './trial'

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

const QUESTIONS: { question: string; answer: string }[] = [
  {
    question: 'What happens during the free trial?',
    answer:
      'For 14 days you use everything. The trial costs nothing until it ends, and you may cancel anytime before.',
  },
  {
    question: 'Do I need a credit card?',
    answer:
      'Yes, a credit card is required to start. It is charged for the first time when the 14 days are over.',
  },
  {
    question: 'Can I cancel anytime?',
    answer:
      'Yes, with two clicks under Subscriptions. You keep access until the end of the period you have paid for.',
  },
  {
    question: 'What does it cost after the trial?',
    answer: '$99 per month, billed monthly. There is no set-up fee and no minimum term.',
  },
  {
    question: 'How many data sources can I connect?',
    answer: 'As many as you have. Unlimited data sources are part of the plan.',
  },
  {
    question: 'When do reports arrive?',
    answer: 'Your website is tested every Friday, and your report is delivered on Monday.',
  },
]

export function Pricing() {
  return (
    <div className="pricing-ground">
      <div className="wide pt-6 pb-20 sm:pb-28">
        <a
          href={paths.home}
          className="-ml-1 inline-flex h-11 items-center gap-2 rounded-sm px-1 text-[0.9375rem] font-medium text-ink-2 hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          Back to Home
        </a>
        <div className="mt-6 grid gap-x-16 gap-y-10 lg:mt-8 lg:grid-cols-[1fr_27rem] lg:grid-rows-[auto_1fr]">
          <div className="lg:pt-6">
            <h1 className="max-w-[16ch] text-hero font-bold text-balance text-ink">One plan, one price.</h1>
            <p className="mt-5 max-w-[46ch] text-lead text-ink-2">
              Everything we have, for every client: dashboards, weekly reports, performance scores, and people
              who answer. The first 14 days are free.
            </p>
          </div>
          <Plan />
          <Trial />
        </div>
        <Questions />
      </div>
    </div>
  )
}

function Plan() {
  return (
    <section
      aria-labelledby="plan"
      className="rounded-2xl self-start lg:row-span-2 border border-line bg-surface p-7 shadow-3 sm:p-9"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="plan" className="text-xl font-semibold text-ink">
          {PLACEHOLDERS.name}
        </h2>
        <span
          id={PROMISE}
          className="rounded-full border border-primary-line bg-primary-soft px-3 py-1 text-sm font-semibold whitespace-nowrap text-primary-ink"
        >
          14-day free trial
        </span>
      </div>
      <Price per="per month" className="mt-5" />
      {/* Without a script the form leads to sign-up, which is also the target for visitors without a
          session. */}
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
          {START.words}
        </button>
      </form>
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

function Questions() {
  return (
    <section aria-labelledby="faq" className="mt-24 sm:mt-32">
      <h2 id="faq" className="text-title font-bold text-ink">
        Frequently Asked Questions
      </h2>
      <dl className="mt-10 grid gap-x-14 gap-y-9 md:grid-cols-2 lg:grid-cols-3">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question} className="border-t border-line-strong pt-5">
            <dt className="text-lg font-semibold text-ink">{question}</dt>
            <dd className="mt-1.5 text-body text-ink-2">{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-14 flex flex-wrap items-center gap-x-3 text-body text-ink-2">
        Another question?
        <a
          href={`mailto:${PLACEHOLDERS.support}`}
          className="inline-flex h-11 items-center font-semibold text-primary-ink underline decoration-primary-line underline-offset-4 hover:decoration-current"
        >
          Contact Support
        </a>
      </p>
    </section>
  )
}
