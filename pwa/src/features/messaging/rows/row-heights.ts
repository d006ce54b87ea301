// Estimated heights of a conversation's rows, before they are measured. Pure.
import { boxOf, hasPreview, kindOf } from '../file-rules'
import type { Row } from './row'

/** Estimated height of the head above the oldest message. */
export const HEAD_HEIGHT = 72
/** Space below the newest message. */
export const FOOT_HEIGHT = 12
/** Estimated share of the window's height that the list has, before it is laid out. */
export const GUESS = 0.7
/** Height of the figure that a message asks about. */
const CARD_HEIGHT = 92

/** Estimated initial offset in px: row `opensAt` at the top, or the end of the list. */
export function guessedOffset(rows: readonly Row[], opensAt: number): number {
  const above = (opensAt > 0 ? rows.slice(0, opensAt) : rows).reduce(
    (sum, row) => sum + estimate(row),
    HEAD_HEIGHT,
  )
  return Math.max(0, opensAt > 0 ? above : above + FOOT_HEIGHT - window.innerHeight * GUESS)
}

/** Estimated height of a row in px, before it is measured. */
export function estimate(row: Row | undefined): number {
  if (row === undefined) return 40
  const lines = linesOf(row.content)
  const card = row.card === null ? 0 : CARD_HEIGHT
  return (
    14 +
    card +
    lines * 22 +
    fileHeight(row) +
    (row.startsGroup ? 12 : 3) +
    (row.showsName ? 18 : 0) +
    (row.startsDay ? 44 : 0) +
    (row.isFirstUnread ? 28 : 0)
  )
}

/** Does not split the text, because the heights of ten thousand rows are estimated repeatedly. */
function linesOf(text: string): number {
  let lines = 0
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start)
    const length = (end === -1 ? text.length : end) - start
    lines += Math.max(1, Math.ceil(length / 64))
    start += length + 1
  }
  return lines
}

function fileHeight({ file }: Row): number {
  if (file === null) return 0
  const card = file.is === 'stored' && kindOf(file.type) === 'picture' ? 0 : 64
  return (
    card + (file.is === 'stored' && hasPreview(file.type) ? boxOf(file.width, file.height).height + 8 : 0)
  )
}
