// The front door of performance: the PageSpeed tab, and the parts that the dashboard and the menu are composed of.
import { lazy } from 'react'

export { AttentionAlert } from './attention-alert'
export { FirstQuestion } from './onboarding/first-question'
export { PerformanceCard } from './performance-card'
export { ScoreCard } from './score/card'
export { ShellPerformance } from './shell-performance'
// The menu asks here for its part: what a view of its own needs comes with it.
export const PageSpeedScreen = lazy(async () => ({ default: (await import('./page-speed')).PageSpeedScreen }))
