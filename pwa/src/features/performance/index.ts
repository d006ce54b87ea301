// The front door of performance: the PageSpeed tab, the card, and what others show of the score.
export { AttentionAlert } from './attention-alert'
export { FirstQuestion } from './first-question'
export { PageSpeedScreen } from './page-speed'
export { PageSpeedSkeleton } from './page-speed-skeleton'
export { PerformanceCard } from './performance-card'
export { ScoreCard } from './score-card'
export { ShellPerformance } from './shell-performance'
