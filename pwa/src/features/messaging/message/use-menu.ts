// Hook for the message that the user has long-pressed.
import { useState } from 'react'

import { useLongPress } from '../../../ui/hooks/use-long-press'
import { useMedia } from '../../../ui/hooks/use-media'
import type { Row } from '../rows/row'

/** Disables text selection, because a long press opens the message's menu. */
const NOT_SELECTABLE = { userSelect: 'none', WebkitUserSelect: 'none', WebkitTouchCallout: 'none' } as const
const SELECTABLE = {}

/** `pressed` is the current row of the pressed message, or null if there is none or it was taken back. */
export function useMessageMenu(rows: readonly Row[]) {
  const [key, setKey] = useState<string | null>(null)
  const style = useMedia('(pointer: coarse)') ? NOT_SELECTABLE : SELECTABLE
  const press = useLongPress((at) =>
    setKey(at.closest('[data-message]')?.getAttribute('data-message') ?? null),
  )
  const row = key === null ? undefined : rows.find((one) => one.key === key)
  return {
    press: { ...press, style },
    pressed: row?.isRemoved === false ? row : null,
    close: () => setKey(null),
  }
}
