// The onboarding dialog: the website's address, its first scan, and the result. It can be closed at any time.
import { type SyntheticEvent, useId, useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import type { ScanRunRow, ScoreRow } from '../../../db/rows/performance'
import { dateTimeText } from '../../../lib/text/times'
import { useSyncStatus } from '../../../live/live'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { Spinner } from '../../../ui/spinner'
import { TextField } from '../../../ui/form/text-field'
import { ScoreRing } from '../score/ring'
import { RatingBadge } from '../../../ui/rating-badge'
import { siteName } from '../rules'
import { type Step, useOnboarding } from './use-onboarding'
import { AREAS_MAX } from '../../../lib/limits.gen'
import { isPrivate, NO_WEBSITE, normalisedWebsite, PRIVATE } from '../website'

type OnboardingDialogProps = {
  open: boolean
  onClose: () => void
  client: ClientRow
  /** A scan that is already running or queued. */
  running: ScanRunRow | null
}

const TITLES = {
  form: 'Let’s check your website',
  scanning: 'Scanning your website',
  complete: 'Your first scan',
}

export function OnboardingDialog({ open, onClose, client, running }: OnboardingDialogProps) {
  const { step, clearErrors, save, retry } = useOnboarding(client.id, running)
  const [website, setWebsite] = useState(client.website_url ?? '')
  const [areas, setAreas] = useState(client.service_areas ?? '')
  const formId = useId()
  const editWebsite = (text: string) => {
    setWebsite(text)
    clearErrors()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={TITLES[step.is]}
      actions={
        <Actions
          step={step}
          formId={formId}
          canSave={website.trim() !== ''}
          onClose={onClose}
          onRetry={() => void retry(website, areas)}
        />
      }
    >
      {step.is === 'form' && (
        <Form
          id={formId}
          step={step}
          website={website}
          areas={areas}
          onWebsite={editWebsite}
          onAreas={setAreas}
          onSave={() => void save(website, areas)}
        />
      )}
      {step.is === 'scanning' && <ScanProgress run={step.run} website={client.website_url ?? website} />}
      {step.is === 'complete' && <Result score={step.score} problem={step.problem} />}
    </Dialog>
  )
}

function useOffline(): boolean {
  const { link } = useSyncStatus()
  return link.is === 'offline'
}

type ActionsProps = { step: Step; formId: string; canSave: boolean; onClose: () => void; onRetry: () => void }

function Actions({ step, formId, canSave, onClose, onRetry }: ActionsProps) {
  const isOffline = useOffline()
  switch (step.is) {
    case 'form':
      return (
        <>
          <Button onClick={onClose}>Later</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            busy={step.isSaving}
            disabled={!canSave || isOffline}
          >
            Save and scan
          </Button>
        </>
      )
    case 'scanning':
      return <Button onClick={onClose}>Continue in the background</Button>
    case 'complete':
      return (
        <>
          {step.problem !== null && (
            <Button onClick={onRetry} busy={step.isSaving} disabled={isOffline}>
              Scan again
            </Button>
          )}
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      )
  }
}

type FormProps = {
  id: string
  step: Extract<Step, { is: 'form' }>
  website: string
  areas: string
  onWebsite: (text: string) => void
  onAreas: (text: string) => void
  onSave: () => void
}

function Form({ id, step, website, areas, onWebsite, onAreas, onSave }: FormProps) {
  const isOffline = useOffline()
  const saved = normalisedWebsite(website)
  // The text when the field lost the focus. Errors are shown only for this text, because a half-typed address is not
  // wrong yet.
  const [blurredText, setBlurredText] = useState<string | null>(null)
  const isWrong = blurredText === website && website.trim() !== '' && saved === null
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!step.isSaving && !isOffline && website.trim() !== '') onSave()
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-base text-ink-2">We measure how fast it is on a phone, now and every Friday.</p>
      {step.problem !== null && <Alert>{step.problem}</Alert>}
      {isOffline && <Alert tone="warning">Saving your website needs a connection.</Alert>}
      <TextField
        label="Website URL"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        placeholder="example.com"
        value={website}
        onChange={(event) => onWebsite(event.target.value)}
        onBlur={() => setBlurredText(website)}
        error={step.fieldProblem ?? (isWrong ? NO_WEBSITE : undefined)}
        hint={<WebsiteHint saved={saved} isWarning={blurredText === website && isPrivate(website)} />}
      />
      <TextField
        label="Service areas (optional)"
        name="areas"
        autoComplete="off"
        maxLength={AREAS_MAX}
        placeholder="Lisbon, Porto"
        value={areas}
        onChange={(event) => onAreas(event.target.value)}
        hint="Towns or regions where your customers are."
      />
    </form>
  )
}

/** A warning and not an error, because the server's settings may allow private addresses. */
function WebsiteHint({ saved, isWarning }: { saved: string | null; isWarning: boolean }) {
  if (isWarning) return <span className="text-warn">{PRIVATE}</span>
  if (saved === null) return 'The address of your home page.'
  return (
    <>
      Full address: <strong className="font-medium break-all text-ink-2">{saved}</strong>
    </>
  )
}

function ScanProgress({ run, website }: { run: ScanRunRow | undefined; website: string }) {
  const steps = run?.steps ?? 3
  const completed = run?.step ?? 0
  const isQueued = run === undefined || run.state === 'queued'
  const text = isQueued ? 'Waiting for its turn' : `Measurement ${Math.min(completed + 1, steps)} of ${steps}`
  return (
    <div className="flex flex-col items-center py-2 text-center">
      <span className="text-3xl text-primary">
        <Spinner />
      </span>
      <p className="mt-3 max-w-full truncate text-base font-medium text-ink">
        {siteName(run?.website_url ?? website)}
      </p>
      <p role="status" className="mt-1 text-sm text-ink-2">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label="Measurements made"
        aria-valuemin={0}
        aria-valuemax={steps}
        aria-valuenow={completed}
        className="mt-4 flex w-full max-w-56 gap-1.5"
      >
        {Array.from({ length: steps }, (_, index) => (
          <span
            key={index}
            className={`h-1.5 flex-1 rounded-full ${index < completed ? 'bg-primary' : 'bg-pressed'}`}
          />
        ))}
      </div>
      <p className="mt-4 text-sm text-pretty text-ink-3">
        This takes about a minute. You may leave: the result arrives by itself.
      </p>
    </div>
  )
}

function Result({ score, problem }: { score: ScoreRow | undefined; problem: string | null }) {
  if (problem !== null) {
    return (
      <>
        <Alert>{problem}</Alert>
        <p className="mt-3 text-sm text-ink-2">
          Your website is saved. We try again with the next scan on Friday.
        </p>
      </>
    )
  }
  if (score === undefined) return <Spinner label="Loading the result" />
  return (
    <div className="flex flex-col items-center py-2 text-center">
      <ScoreRing score={score.performance_score} size={112} />
      <div className="mt-3">
        <RatingBadge score={score.performance_score} />
      </div>
      <p className="mt-3 text-base text-ink">{siteName(score.website_url)} on a phone</p>
      <p className="mt-1 text-xs text-ink-3">As of {dateTimeText(score.created_at)}</p>
    </div>
  )
}
