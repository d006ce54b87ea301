// Hook for the state of the three onboarding steps: the form, the scan, and the result.
import { useState } from 'react'

import type { ScanRunRow, ScoreRow } from '../../../db/rows/performance'
import { useRun } from '../queries'
import { NO_WEBSITE, normalisedWebsite } from '../website'
import { saveWebsite } from '../remote'

const NOT_RUN = 'Failed to run PageSpeed scan'

export type Step =
  | { is: 'form'; isSaving: boolean; problem: string | null; fieldProblem: string | null }
  | { is: 'scanning'; run: ScanRunRow | undefined }
  | { is: 'complete'; score: ScoreRow | undefined; problem: string | null; isSaving: boolean }

export interface Onboarding {
  step: Step
  /** Called when the user edits the address. */
  clearErrors: () => void
  save: (website: string, areas: string) => Promise<void>
  /** Retries after a failed scan. */
  retry: (website: string, areas: string) => Promise<void>
}

/** `existing` is a scan that is already running or queued. */
export function useOnboarding(clientId: string, existing: ScanRunRow | null): Onboarding {
  const [runId, setRunId] = useState<string | null>(existing?.id ?? null)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [fieldProblem, setFieldProblem] = useState<string | null>(null)
  const { run, score } = useRun(clientId, runId)

  const clearErrors = () => {
    setProblem(null)
    setFieldProblem(null)
  }
  /** Resolves to the error text, or to null if the website is saved or the error is about the address. */
  const send = async (website: string, areas: string): Promise<string | null> => {
    setSaving(true)
    clearErrors()
    const saved = await saveWebsite(website, areas)
    setSaving(false)
    if (saved.is === 'saved') setRunId(saved.runId)
    else if (saved.isFieldError) {
      setFieldProblem(saved.message)
      // Return to the form, where the address can be corrected.
      setRunId(null)
    }
    return saved.is === 'saved' || saved.isFieldError ? null : saved.message
  }
  return {
    step: stepOf({ runId, run, score, isSaving, problem, fieldProblem }),
    clearErrors,
    async save(website, areas) {
      clearErrors()
      if (normalisedWebsite(website) === null) setFieldProblem(NO_WEBSITE)
      else setProblem(await send(website, areas))
    },
    async retry(website, areas) {
      setProblem((await send(website, areas)) === null ? null : NOT_RUN)
    },
  }
}

type StepInput = {
  runId: string | null
  run: ScanRunRow | undefined
  score: ScoreRow | undefined
  isSaving: boolean
  problem: string | null
  fieldProblem: string | null
}

function stepOf({ runId, run, score, isSaving, problem, fieldProblem }: StepInput): Step {
  if (runId === null) return { is: 'form', isSaving, problem, fieldProblem }
  switch (run?.state) {
    case 'failed':
    case 'dropped':
      return {
        is: 'complete',
        score: undefined,
        problem: problem ?? (run.error === '' ? NOT_RUN : run.error),
        isSaving,
      }
    case 'done':
      return { is: 'complete', score, problem: null, isSaving: false }
    case 'queued':
    case 'running':
    case undefined:
      return { is: 'scanning', run }
  }
}
