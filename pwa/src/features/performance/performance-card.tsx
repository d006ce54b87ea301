// Website performance on the overview until there is a score, which one of its figures shows: the date of the first
// report, a call to onboarding, or why a scan failed.
import { Gauge } from 'lucide-react'

import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { LoadError } from '../../ui/feedback/load-error'
import { Onboarding } from './onboarding/onboarding'
import { RunLine } from './run-line'
import { type WebsiteStatus, useWebsiteStatus, TEXTS } from './website-status'
import { useOnboardingDialog } from './onboarding/use-open'

const TITLE = 'Website performance'

export function PerformanceCard() {
  const status = useWebsiteStatus()
  const onboarding = useOnboardingDialog()
  // Most clients have a score, so nothing takes a place until that is known.
  if (status.is === 'loading') return null
  if (status.is === 'scored' && status.failed === null && !onboarding.isOpen) return null
  return (
    <Card label={TITLE} className="flex flex-col justify-center gap-3 py-3">
      {'failed' in status && status.failed !== null && (
        <RunLine run={status.failed} onRetry={onboarding.open} />
      )}
      <Content status={status} onOnboard={onboarding.open} />
      {onboarding.time > 0 && 'client' in status && (
        <Onboarding
          key={onboarding.time}
          open={onboarding.isOpen}
          onClose={onboarding.close}
          client={status.client}
          running={status.running}
        />
      )}
    </Card>
  )
}

type ContentProps = { status: Exclude<WebsiteStatus, { is: 'loading' }>; onOnboard: () => void }

function Content({ status, onOnboard }: ContentProps) {
  switch (status.is) {
    case 'failed':
      return <LoadError onRetry={status.retry}>{TEXTS.failed}</LoadError>
    case 'scored':
      return null
    case 'before-the-first':
      return (
        <div className="flex items-start gap-3">
          <Gauge size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
          <div>
            <Title />
            <p className="text-base text-ink-2">{status.running === null ? TEXTS.first : TEXTS.scanning}</p>
          </div>
        </div>
      )
    case 'to-onboard':
      return (
        <>
          <div>
            <Title />
            <p className="text-base text-ink-2">{TEXTS.onboard}</p>
          </div>
          <Button onClick={onOnboard} className="self-start">
            Complete onboarding
          </Button>
        </>
      )
  }
}

function Title() {
  return <h2 className="text-head font-semibold text-ink">{TITLE}</h2>
}
