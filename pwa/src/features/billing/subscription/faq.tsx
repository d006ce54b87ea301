// Questions and answers about paying.
import { ChevronDown } from 'lucide-react'

const QUESTIONS = [
  ['When am I charged?', 'Monthly, on the same date. A free trial costs nothing before its 14 days end.'],
  [
    'How do I cancel?',
    'Press “Manage subscription” and cancel there, at any time. You keep everything until the end of what is paid for, or of your trial.',
  ],
  [
    'Can I change my card?',
    'Yes: “Manage subscription” leads to the page where you add or change it, and where your invoices are.',
  ],
  [
    'What happens if a payment fails?',
    'We email you and try the payment again over the next few days. Update your card to keep your subscription.',
  ],
  [
    'Can I come back after canceling?',
    'Yes. Until your subscription expires you can resume it; afterwards you subscribe again. Your data stays.',
  ],
] as const

export function Faq() {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className="mb-2.5 text-head font-semibold text-ink">
        Frequently asked questions
      </h2>
      <div className="divide-y divide-line rounded-lg border border-line bg-surface shadow-1">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question} className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg px-4 py-2.5 text-base font-medium text-ink sm:px-5 [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                size={17}
                aria-hidden="true"
                className="shrink-0 text-ink-3 transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="px-4 pb-4 text-base text-pretty text-ink-2 sm:px-5">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
