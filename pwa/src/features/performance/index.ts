// Public interface of performance: the PageSpeed tab, and its parts of the dashboard and the menu.
import { lazy } from 'react'

export { AttentionAlert } from './attention-alert'
export { FirstQuestion } from './onboarding/first-question'
export { OnboardingButton } from './onboarding/button'
export { PerformanceCard } from './performance-card'
export { ScoreCard } from './score/card'
export { ShellPerformance } from './shell-performance'
export { needsAttention } from './rules'
// Lazy, because the menu imports this file and must not load the code of the tab.
export const PageSpeedScreen = lazy(async () => ({ default: (await import('./page-speed')).PageSpeedScreen }))
export { TEXTS as WEBSITE_TEXTS, useWebsiteStatus } from './website-status'
