// The list of what the app reads from Google Analytics, and of what it never does, before Google's consent page.
import { Check, Lock } from 'lucide-react'
import { useId } from 'react'

const READ = [
  'Users, sessions, engaged sessions and bounce rate of the last 30 days',
  'Sessions of each day, and the ten sources that bring the most',
  'The names of your properties, to choose one',
]
const NEVER = ['We change nothing: the access is read-only', 'We never see who your visitors are']

export function WhatWeRead() {
  const never = useId()
  return (
    <>
      <ul className="space-y-2 text-base text-ink-2">
        {READ.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check size={17} aria-hidden="true" className="mt-[3px] shrink-0 text-good" />
            {line}
          </li>
        ))}
      </ul>
      <p id={never} className="mt-5 mb-2.5 text-base font-semibold text-ink">
        What we never do
      </p>
      <ul aria-labelledby={never} className="space-y-2 text-base text-ink-2">
        {NEVER.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Lock size={17} aria-hidden="true" className="mt-[3px] shrink-0 text-ink-3" />
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
