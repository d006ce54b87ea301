// A client's current score with its change, in the lists of clients.
import { dateText } from '../../lib/text/days'
import { ratingOf } from '../../lib/text/ratings'
import { ChangeMark, scoreChangeOf } from '../../ui/chart/change'
import type { CurrentScore } from './current-score'

const TONES = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }

/** The score in the colour of its rating. */
export function ScoreFigure({ score: { value, at } }: { score: CurrentScore }) {
  const { word, tone } = ratingOf(value)
  return (
    <span title={`${word}, ${dateText(at, 'short')}`} className={`tabular ${TONES[tone]}`}>
      {value}
    </span>
  )
}

/** Renders nothing without an earlier score. Only with `isLong` does it say which one it compares with. */
export function ScoreChange({ score, isLong = false }: { score: CurrentScore; isLong?: boolean }) {
  const change = scoreChangeOf(score.value, score.before)
  return change && <ChangeMark change={change} comparedWith={score.against} isLong={isLong} />
}
