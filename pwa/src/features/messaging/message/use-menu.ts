// Which message somebody has held their finger on.
import { useState } from 'react'

import { useLongPress } from '../../../ui/hooks/use-long-press'
import { useMedia } from '../../../ui/hooks/use-media'
import type { Row } from '../thread/rows'

/** A finger that rests means the message, and not a word of it. */
const WHOLE = { userSelect: 'none', WebkitUserSelect: 'none', WebkitTouchCallout: 'none' } as const
const BY_WORDS = {}

/** `held` is the message as it is now; one that was taken back has nothing to be done with. */
export function useMessageMenu(rows: readonly Row[]) {
  const [key, setKey] = useState<string | null>(null)
  const style = useMedia('(pointer: coarse)') ? WHOLE : BY_WORDS
  const press = useLongPress((at) => setKey(at.closest('[data-message]')?.getAttribute('data-message') ?? null))
  const row = key === null ? undefined : rows.find((one) => one.key === key)
  return { press: { ...press, style }, held: row?.isRemoved === false ? row : null, close: () => setKey(null) }
}
