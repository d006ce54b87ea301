// The ordinary properties of the connected Google account (no subproperties or roll-ups), to choose one.
import { useEffect, useState } from 'react'

import type { Outcome } from '../../../lib/outcome'
import { onResponse } from '../../../lib/time/slow-response'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { listProperties, TEXTS } from '../mutations'
import type { Property } from '../remote'

type PropertyChooserProps = {
  chosen: string | null
  onChoose: (property: string) => void
  /** The connected account's email address; a change reloads the list. */
  account: string | null
}

export function PropertyChooser({ chosen, onChoose, account }: PropertyChooserProps) {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome<Property[]> | null>(null)
  useEffect(() => {
    return onResponse(listProperties(), setOutcome, { is: 'failed', message: TEXTS.ga.load })
  }, [attempt, account])

  if (outcome === null) {
    return (
      <div role="status" aria-label="Loading properties" className="space-y-2">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  }
  const retry = () => {
    setOutcome(null)
    setAttempt((before) => before + 1)
  }
  if (outcome.is === 'failed') {
    return (
      <Alert
        action={
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        }
      >
        {outcome.message}
      </Alert>
    )
  }
  if (outcome.value.length === 0) {
    return (
      <Alert
        tone="warning"
        title="No account detected"
        action={
          <Button size="sm" onClick={retry}>
            Check again
          </Button>
        }
      >
        This Google account has no Google Analytics 4 property. Sign in with the one that has, or ask who set
        it up to share it with you.
      </Alert>
    )
  }
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">Property</legend>
      <div className="space-y-2">
        {outcome.value.map(({ property, displayName, account: accountName }) => (
          <label
            key={property}
            className={cx(
              'flex cursor-pointer items-center gap-3 rounded-md border px-3 py-2 transition-colors duration-150 focus-within:outline-2 focus-within:outline-focus',
              chosen === property
                ? 'border-primary-line bg-primary-soft'
                : 'border-line-strong hover:border-ink-3',
            )}
          >
            <input
              type="radio"
              name="property"
              value={property}
              checked={chosen === property}
              onChange={() => onChoose(property)}
              className="size-4 outline-none"
            />
            <span className="min-w-0">
              <span className="block truncate text-base font-medium text-ink">{displayName}</span>
              <span className="block truncate text-sm text-ink-3">
                {accountName} · {property}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
