// Hook that publishes and withdraws a stored report.
import { useState } from 'react'

import type { ClientRow } from '../../../db/rows/clients'
import type { ReportRow } from '../../../db/rows/reports'
import { type Answer, publish, type StoredReport, withdraw } from '../remote'
import { NOT_AUTHENTICATED } from '../rules'
import { outcomeOf } from './outcome'
import { usePublicationToast } from './use-publication-toast'

export function usePublishing(report: ReportRow, client: ClientRow) {
  const showOutcome = usePublicationToast()
  const [busy, setBusy] = useState<'now' | 'monday' | 'withdrawal' | null>(null)
  // The error belongs to the report's version `v`: it disappears after an edit, or when another admin has
  // published the report.
  const [problem, setProblem] = useState<{ text: string; v: number } | null>(null)
  const run = async (action: NonNullable<typeof busy>, call: Promise<Answer<StoredReport>>) => {
    setBusy(action)
    setProblem(null)
    const outcome = outcomeOf(await call)
    setBusy(null)
    if (outcome.is === 'saved') return outcome.report
    setProblem({ text: outcome.is === 'failed' ? outcome.message : NOT_AUTHENTICATED, v: report.v })
    return null
  }
  return {
    busy,
    problem: problem?.v === report.v ? problem.text : null,
    publishIt: async (when: 'now' | 'monday', onHome: boolean) => {
      const sent = await run(when, publish(report.id, when, onHome && report.content.video_url !== null))
      if (sent !== null) showOutcome(sent, client)
    },
    withdrawIt: () => run('withdrawal', withdraw(report.id)),
  }
}
