// Frequent questions. Questions about the trial are shown only if payments are set up.
import { IfSelling } from '../frame/conditions'
import { PLACEHOLDERS } from '../frame/placeholders'

type Question = { question: string; answer: string }

const TRIAL_QUESTIONS: readonly Question[] = [
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
]
const QUESTION_WITHOUT_PAYMENTS: Question = {
  question: 'How do I get an account?',
  answer: 'Write to us. We agree on the price and send you an invitation.',
}
const OTHER_QUESTIONS: readonly Question[] = [
  {
    question: 'How many data sources can I connect?',
    answer: 'As many as you have. Unlimited data sources are part of the plan.',
  },
  {
    question: 'When do reports arrive?',
    answer: 'Your website is tested every Friday, and your report is delivered on Monday.',
  },
]

export function Questions() {
  return (
    <section aria-labelledby="faq" className="mt-24 sm:mt-32">
      <h2 id="faq" className="text-title font-bold text-ink">
        Frequently asked questions
      </h2>
      <dl className="mt-10 grid gap-x-14 gap-y-9 md:grid-cols-2 lg:grid-cols-3">
        <IfSelling then={listOf(TRIAL_QUESTIONS)} otherwise={listOf([QUESTION_WITHOUT_PAYMENTS])} />
        {listOf(OTHER_QUESTIONS)}
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

function listOf(questions: readonly Question[]) {
  return questions.map(({ question, answer }) => (
    <div key={question} className="border-t border-line-strong pt-5">
      <dt className="text-lg font-semibold text-ink">{question}</dt>
      <dd className="mt-1.5 text-body text-ink-2">{answer}</dd>
    </div>
  ))
}
