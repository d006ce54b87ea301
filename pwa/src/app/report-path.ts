// The path of one report or of all reports: those of `clientId` for admins, or the user's own.
import { paths } from './paths'

export function reportPath(clientId: string | null, reportId: string | null): string {
  const asked = new URLSearchParams()
  if (clientId !== null) asked.set('client', clientId)
  if (reportId !== null) asked.set('report', reportId)
  return asked.size === 0 ? paths.reports : `${paths.reports}?${asked.toString()}`
}
