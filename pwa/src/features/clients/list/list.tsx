// The rows of the client list. While the user is using it, new and moved rows wait behind a button.
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { useShortcut } from '../../../ui/hooks/use-shortcut'
import { WindowedList } from '../../../ui/list/windowed-list'
import { CARD_HEIGHT, ClientCard } from './card'
import { ClientRow, ROW_HEIGHT } from './row'
import { withStableOrder } from './stable-order'
import { useRowActions } from './use-row-actions'

type ClientListProps = {
  matches: readonly DirectoryEntry[]
  of: ReadonlyMap<string, DirectoryEntry>
  /** Filter, order and search text. When it changes, the held order is dropped. */
  arrangement: string
  /** Whether the first load is still running. Rows that arrive meanwhile do not count as new. */
  isLoading: boolean
  wide: boolean
  chosen: ReadonlySet<string>
  /** Id of the client that this admin has just added. Its row is shown at once, without the button. */
  added: string | null
}

/** A fixed order of client ids, and the arrangement that it belongs to. */
interface Hold {
  arrangement: string
  order: readonly string[]
}

export function ClientList({ matches, of, arrangement, isLoading, wide, chosen, added }: ClientListProps) {
  const now = useMinute()
  const scroller = useRef<HTMLDivElement>(null)
  const [isScrolled, setScrolled] = useState(false)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [hold, setHold] = useState<Hold | null>(null)
  const isInUse = !isLoading && (isScrolled || isPointedAt || isFocused)
  const fixOrder = () => setHold({ arrangement, order: matches.map((entry) => entry.client.id) })
  // Fix the order when the user scrolls, points at the list, or focuses it.
  if (isInUse && hold?.arrangement !== arrangement) fixOrder()
  if (!isInUse && hold !== null) setHold(null)
  const order = hold?.arrangement === arrangement ? hold.order : null
  if (
    added !== null &&
    order !== null &&
    !order.includes(added) &&
    matches.some(({ client }) => client.id === added)
  )
    fixOrder()
  const { shown, newCount, isReordered } = useMemo(
    () => withStableOrder(matches, order, of),
    [matches, order, of],
  )
  const keyOf = useCallback((index: number) => shown[index]?.client.id ?? '', [shown])
  const focusRow = () => scroller.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
  useShortcut('next', focusRow)
  useShortcut('previous', focusRow)

  const showFresh = () => {
    fixOrder()
    scroller.current?.scrollTo({ top: 0 })
  }
  const onClick = useRowActions(of)
  const Row = wide ? ClientRow : ClientCard
  const rowHeight = wide ? ROW_HEIGHT : CARD_HEIGHT
  const addedAt = added === null ? -1 : shown.findIndex(({ client }) => client.id === added)
  const isAddedShown = addedAt >= 0
  const scrollToAdded = useEffectEvent(() =>
    scroller.current?.scrollTo({ top: addedAt * rowHeight - scroller.current.clientHeight / 2 }),
  )
  useEffect(() => {
    if (isAddedShown) scrollToAdded()
  }, [added, isAddedShown])
  return (
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      // Not `onPointerEnter`: React fires none if the list appears under a resting pointer.
      onPointerOver={(event) => setPointedAt(event.pointerType === 'mouse')}
      onClick={onClick}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {(newCount > 0 || isReordered) && (
        <FreshPill text={newCount > 0 ? `${newCount} new` : 'Order changed'} onShow={showFresh} />
      )}
      <WindowedList
        label="Clients"
        count={shown.length}
        keyOf={keyOf}
        rowHeight={rowHeight}
        scroller={scroller}
        onScrolled={setScrolled}
        className={wide ? 'client-rows' : 'pb-[var(--safe-bottom)]'}
      >
        {(index, focus) => {
          const entry = shown[index]
          return entry && <Row entry={entry} chosen={chosen.has(entry.client.id)} now={now} focus={focus} />
        }}
      </WindowedList>
    </div>
  )
}

function FreshPill({ text, onShow }: { text: string; onShow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-3 z-10 flex justify-center">
      <Button
        tone="primary"
        size="sm"
        icon={<ArrowUp size={14} aria-hidden="true" />}
        onClick={onShow}
        className="pointer-events-auto animate-pop-in rounded-full! shadow-3"
      >
        {text}
      </Button>
    </div>
  )
}
