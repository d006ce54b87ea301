// The front door of performance: the PageSpeed tab, the card, and what others show of the score.
export { OnboardingDialog } from './onboarding-dialog'
export { PageSpeedScreen } from './page-speed'
export { PageSpeedSkeleton } from './page-speed-skeleton'
export { PerformanceCard } from './performance-card'
export { latestOf, usePerformance } from './queries'
export { changeFrom, needsAttention, pointsText, ratingOf } from './rules'
