// Reasons to choose the product, each beginning with a figure.
import { IfSelling } from '../frame/conditions'
import { PLACEHOLDERS } from '../frame/placeholders'

type Reason = { figure: string; title: string; text: string }

const TRIAL_REASON: Reason = {
  figure: '$0',
  title: 'No credit card required',
  text: 'Try everything for 14 days. Pay nothing until they end.',
}
const REASONS: readonly Reason[] = [
  {
    figure: '10 min',
    title: 'Set up in under 10 minutes',
    text: 'Your address and two clicks at Google. We do the rest.',
  },
  { figure: '∞', title: 'Unlimited data sources', text: 'Connect what you have. The price stays the same.' },
  {
    figure: 'Mon',
    title: 'Weekly automated update reports by email',
    text: 'In your inbox before the week begins.',
  },
  {
    figure: '1:1',
    title: 'A person behind the numbers',
    text: 'A real person knows your business and answers your messages.',
  },
  {
    figure: '24/7',
    title: 'Works on your phone, offline too',
    text: 'Install it like an app. What you saw last is always there.',
  },
]

export function Why() {
  return (
    <section id="why" aria-labelledby="why-title" className="border-y border-line bg-surface">
      <div className="wide grid gap-x-16 gap-y-8 py-14 sm:py-28 lg:grid-cols-[1fr_1.5fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="why-title" className="text-title font-bold text-balance text-ink">
            Why small businesses choose {PLACEHOLDERS.name}
          </h2>
          <p className="mt-3 max-w-[36ch] sm:mt-4 text-lead text-ink-2">
            No contract to read, no tool to learn, nobody to chase.
          </p>
        </div>
        <ul>
          <IfSelling then={<Item {...TRIAL_REASON} />} />
          {REASONS.map((reason) => (
            <Item key={reason.title} {...reason} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Item({ figure, title, text }: Reason) {
  return (
    <li className="grid grid-cols-[5rem_1fr] items-baseline gap-x-3 border-t border-line py-4 sm:py-5 first:border-t-0 first:pt-0 max-sm:last:pb-0 sm:grid-cols-[9.5rem_1fr] sm:gap-x-4">
      <p aria-hidden="true" className="text-figure font-bold whitespace-nowrap text-primary-ink tabular">
        {figure}
      </p>
      <div>
        <h3 className="text-lg font-semibold text-ink">{title}</h3>
        <p className="mt-0.5 text-body text-ink-2">{text}</p>
      </div>
    </li>
  )
}
