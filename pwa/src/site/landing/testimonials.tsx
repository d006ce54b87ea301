// Quotes of three clients with their ratings.
import { Section } from '../frame/section'

const STAR = 'M10 1.6l2.5 5.3 5.8.8-4.2 4.1 1 5.8-5.1-2.8-5.1 2.8 1-5.8L1.7 7.7l5.8-.8z'
/** The x positions of the five stars. */
const STARS = [0, 20, 40, 60, 80]

const TESTIMONIALS: { quote: string; name: string; company: string; initials: string }[] = [
  {
    quote:
      'I open it with the first coffee on Monday. Two minutes later I know what last week’s posts brought in, and what to stop doing.',
    name: 'Maya Lindqvist',
    company: 'Harbor Coffee Roasters',
    initials: 'ML',
  },
  {
    quote:
      'Our site went from 41 to 88 in a season, one small fix a week. Bookings from phones have doubled since.',
    name: 'Marco Solano',
    company: 'Solano Roofing',
    initials: 'MS',
  },
  {
    quote:
      'I asked a question about one number and had an answer from a person before lunch. That is why we stay.',
    name: 'Aoife Byrne',
    company: 'Ferry Street Books',
    initials: 'AB',
  },
]

function Rating() {
  return (
    <svg
      viewBox="0 0 100 20"
      role="img"
      aria-label="5 out of 5 stars"
      className="h-5 w-[6.25rem] text-[#e8a317]"
    >
      {STARS.map((x) => (
        <path key={x} d={STAR} transform={`translate(${x} 0)`} fill="currentColor" />
      ))}
    </svg>
  )
}

export function Testimonials() {
  return (
    <Section id="clients" title="What clients say">
      <ul className="mt-8 grid gap-4 sm:mt-12 sm:gap-5 lg:grid-cols-3">
        {TESTIMONIALS.map(({ quote, name, company, initials }) => (
          <li key={name} className="rounded-2xl border border-line bg-surface p-5 sm:p-7">
            <figure className="flex h-full flex-col">
              <Rating />
              <blockquote className="mt-3 mb-4 text-base/relaxed text-pretty text-ink sm:mt-5 sm:mb-8 sm:text-lg">
                “{quote}”
              </blockquote>
              <figcaption className="mt-auto flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className="flex size-11 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary-ink"
                >
                  {initials}
                </span>
                <span className="text-sm text-ink-2">
                  <span className="block text-base font-semibold text-ink">{name}</span>
                  {company}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
