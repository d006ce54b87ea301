// Public interface of reports.
export { ReportsScreen } from './reports-screen'
export { WeeklyReportCard } from './weekly-report-card'
