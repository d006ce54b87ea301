// Public interface of reports.
export { ReportsScreen } from './reports-screen'
export { useWeeklyReport } from './queries'
export { nextReportText } from './rules'
export { useZone } from './use-zone'
export { WeeklyReportCard } from './weekly-report-card'
