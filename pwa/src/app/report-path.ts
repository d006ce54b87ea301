// Builds the path of one report or of all reports. `clientId` selects a client for admins; null means the
// user's own reports.
import { paths } from './paths'

export function reportPath(clientId: string | null, reportId: string | null): string {
  const params = new URLSearchParams()
  if (clientId !== null) params.set('client', clientId)
  if (reportId !== null) params.set('report', reportId)
  return params.size === 0 ? paths.reports : `${paths.reports}?${params.toString()}`
}
