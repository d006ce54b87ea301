// Creates a report under an id that the form's draft stores before the request, so that a repeat after a
// missing answer and a reload creates no second report.
import { uuid7 } from '../../../lib/ids/uuid7'
import { type Answer, createReport, type ReportInput, type StoredReport, updateReport } from '../remote'

/** The id of the report that a form has tried to create for a client. */
export interface Attempt {
  id: string
  client_id: string
}

/** `before`: the form's last attempt. */
export function attemptFor(before: Attempt | null, client_id: string): Attempt {
  return before?.client_id === client_id ? before : { id: uuid7(), client_id }
}

/** Creates the report, or changes the one that an earlier attempt without an answer has created. */
export async function createOrChange(report: ReportInput): Promise<Answer<StoredReport>> {
  const created = await createReport(report)
  const exists = created.is === 'rejected' && created.code === 'report_id_taken'
  return exists ? updateReport(report) : created
}
