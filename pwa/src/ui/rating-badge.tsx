// The rating of a score as a badge with word, colour and icon.
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'

import { Badge } from './badge'
import { ratingOf } from '../lib/text/ratings'

const ICONS = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

export function RatingBadge({ score }: { score: number }) {
  const { word, tone } = ratingOf(score)
  const Icon = ICONS[tone]
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden="true" />
      {word}
    </Badge>
  )
}
