// The outcome of an attempt to write a report.
import type { Answer, StoredReport } from '../remote'

export type Outcome =
  { is: 'saved'; report: StoredReport } | { is: 'failed'; message: string } | { is: 'signed-out' }

export const NOT_SENT = 'No answer from the server. What you have written stays on this device: try again.'

export function outcomeOf(answer: Answer<StoredReport>): Outcome {
  switch (answer.is) {
    case 'done':
      return { is: 'saved', report: answer.data }
    case 'signed-out':
      return answer
    case 'rejected':
      return { is: 'failed', message: answer.message }
    case 'no-answer':
      return { is: 'failed', message: NOT_SENT }
  }
}
