// The days of the trial, and when a card is charged.
import { beat } from '../curve'

const DAYS: { day: string; text: string }[] = [
  { day: 'Today', text: 'You enter a card. Nothing is charged.' },
  { day: 'Day 11', text: 'We email you before your trial ends.' },
  { day: 'Day 14', text: 'Your trial ends. You pay $99, or nothing if you’ve canceled.' },
]
const LINE = `M0 40H228${beat(2.2)}H457${beat(4)}H660`

export function Trial() {
  return (
    <section aria-labelledby="trial" className="max-w-[40rem]">
      <h2 id="trial" className="text-lg font-semibold text-ink">
        A credit card is required to start. Here’s when you’re charged.
      </h2>
      <svg
        viewBox="0 0 660 80"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-4 hidden h-16 w-full overflow-visible sm:block"
      >
        <path
          d={LINE}
          fill="none"
          stroke="var(--chart)"
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ol className="mt-4 grid gap-4 sm:mt-2 sm:grid-cols-3 sm:gap-6">
        {DAYS.map(({ day, text }) => (
          <li key={day} className="border-l-[3px] border-chart pl-4 sm:border-0 sm:pl-0">
            <p className="text-body font-semibold text-ink tabular">{day}</p>
            <p className="text-[0.9375rem] text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
